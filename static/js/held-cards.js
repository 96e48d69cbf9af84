// On the list of cards: cards typed on this computer and not saved are sent from here too, and refused ones are listed
// with what to do. An offline copy of the list says so and reloads when the server answers. So does a list that was
// open while the server was down, or from which cards were sent.

import { link, tag } from "./desk-parts.js";
import { Pile } from "./desk-pile.js";
import { Queue } from "./desk-queue.js";
import { Status } from "./desk-status.js";
import { Store } from "./desk-store.js";
import { put } from "./merge.js";

const root = document.getElementById("desk");
const words = JSON.parse(document.getElementById("desk-words").textContent);
const { user, by, event, pile: whole } = root.dataset;
const addressOf = (seat) => root.dataset.card.replace("A-0", seat);

const store = new Store();
const queue = new Queue(store, { user, by, event, whole });
const pile = new Pile(store, { address: whole, event, user });
const status = new Status(root, { queue, pile, words, look: (item) => location.assign(item.address) });

const keptNote = document.getElementById("list-kept");
keptNote.hidden = !("kept" in root.dataset);
let isOld = !keptNote.hidden;

// What went out from here stays said until the page is left.
let wasSent = false;

// A row is as the server has it; what of its card is held here stands beside that.
let rows = [];
const rowsNow = () =>
  [...document.querySelectorAll(".pile--links a")].map(
    (row) => rows.find((one) => one.row === row) ?? { row, seat: row.pathname.split("/").at(-2), mark: null },
  );
rows = rowsNow();

function markRows() {
  const { seats } = queue;
  for (const one of rows) {
    const isHeld = seats.has(one.seat);
    if (isHeld === Boolean(one.mark)) continue;
    one.mark?.remove();
    one.mark = isHeld ? tag(words.is_held) : null;
    if (one.mark) one.row.append(one.mark);
  }
}

function draw() {
  status.draw();
  markRows();
  root.hidden = !queue.items.length && !queue.drafts.length && !wasSent;
  document.getElementById("held-cards").replaceChildren(
    ...[...queue.seats].map((seat) => {
      const item = document.createElement("li");
      item.append(Object.assign(link(seat, addressOf(seat)), { className: "btn" }));
      return item;
    }),
  );
}

let turn = 0;

/** Put the list as the server has it now in place of this one; where the answer is no such list, it stays. */
async function renew() {
  turn += 1;
  const mine = turn;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || mine !== turn) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = [...document.querySelectorAll("[data-renew]")].map((part) => [part, fresh.querySelector(`[data-renew="${part.dataset.renew}"]`)]);
  if (parts.some(([, made]) => !made)) return;
  const address = document.activeElement?.closest("[data-renew]") && document.activeElement.getAttribute("href");
  for (const [part, made] of parts) put(part, made);
  if (address) document.querySelector(`[data-renew] a[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
  isOld = false;
  keptNote.hidden = true;
  rows = rowsNow();
  markRows();
}

queue.follow(pile);
pile.addEventListener("heard", ({ detail: { kind } }) => {
  if (kind !== "live") isOld = true;
  else if (isOld) renew();
});
queue.addEventListener("change", draw);
queue.addEventListener("saved", () => {
  wasSent = true;
  // Cards that follow one another bring it once, with the last of them.
  if (queue.mine.every(({ state }) => state !== "waiting")) renew();
});
addEventListener("offline", () => (isOld = true));
pile.addEventListener("change", draw);
// What the page brings by itself has rows of its own.
document.addEventListener("htmx:afterSettle", () => {
  rows = rowsNow();
  markRows();
});

await queue.refresh();
// Who types nothing here asks the server nothing more, unless the list is an old one.
if (isOld || queue.items.length || queue.drafts.length) {
  queue.wake();
  await pile.load();
  pile.start();
}
