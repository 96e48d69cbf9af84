// Who has a card open: this tab reports it every few seconds and learns who else has. The page names its cards in
// `data-seat`, one or the two of a game, and the URL in `data-pile`.

import { say } from "./desk-parts.js";
import { giveTab, takeTab } from "./desk-pile.js";
import { get, post } from "./desk-server.js";

const EVERY = 3000;

export const tab = takeTab();

// A tab has one card open under each of its names.
const NAMES = [tab, `${tab}-2`];

/** Keep the cards of the page with this id known to be open, and say in the line with that id who else has them. */
export function keepPresent(pageId, lineId) {
  const page = () => document.getElementById(pageId);
  const seats = () => (page().dataset.seat ?? "").split(" ").filter(Boolean);
  let revision = null;
  let held = 1;

  async function beat() {
    const open = seats();
    const told = Math.max(open.length, held);
    held = Math.max(open.length, 1);
    let here = null;
    for (const [place, name] of NAMES.slice(0, told).entries()) {
      const { pile, revision: shown } = page().dataset;
      const { status, body } = await post(pile, { seat: open[place] ?? "", tab: name, v: revision ?? shown });
      // An old token is refused without a word: asking for the whole brings a new one.
      if (status === 403 && !body) await get(pile);
      if (status !== 200 || !body) return;
      ({ revision, here } = body);
    }
    if (seats().join() === open.join()) draw(here.filter((one) => open.includes(one.seat) && !NAMES.includes(one.tab)));
  }

  function draw(people) {
    const line = document.getElementById(lineId);
    if (!line) return;
    const { other, own } = page().dataset;
    // Whoever has both cards of a game open is told once.
    const once = [...new Map(people.map((one) => [`${one.mine} ${one.name}`, one])).values()];
    const text = once.map(({ name, since, mine }) => (mine ? say(own, since) : say(other, name, since))).join(" ");
    const said = line.querySelector("span");
    if (said.textContent !== text) said.textContent = text;
    line.hidden = !text;
  }

  async function keepBeating() {
    if (!document.hidden) await beat();
    setTimeout(keepBeating, EVERY);
  }

  function leave() {
    giveTab(tab);
    const { pile, revision: shown } = page().dataset;
    for (const name of NAMES.slice(0, held)) post(pile, { seat: "", tab: name, v: revision ?? shown }, { keepalive: true });
  }

  keepBeating();
  document.addEventListener("visibilitychange", () => document.hidden || beat());
  // What lies open after a swap is often another card.
  document.addEventListener("htmx:afterSettle", () => beat());
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => persisted && (takeTab(), beat()));
}
