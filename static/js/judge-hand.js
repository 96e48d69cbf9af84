// The counter of a hand or a crib: tap a rank, then its suit, and the count shows at once.

import { countHand } from "./count-hand.js";

const FULL = 4;
const words = JSON.parse(document.getElementById("counter-words").textContent);
const form = document.getElementById("count");
const [cards, starter] = ["cards", "starter"].map((name) => form.elements[name]);
const slots = [...form.querySelectorAll("[data-slot]")];
const ranks = [...form.querySelectorAll("[data-rank]")];
const suits = [...form.querySelectorAll("[data-suit]")];
const fault = document.getElementById("fault");
const total = document.getElementById("counted");
const result = document.getElementById("scores");
const rows = result.querySelector("tbody");

/** What stands in each slot: the cards of the hand, then the starter; undefined for none. */
let held = [];
let at = 0;

const inText = (text) => text.match(/[^\s,]+/g) ?? [];

// ---- Cards ----

function readFields() {
  const typed = inText(cards.value);
  held = [...Array(FULL).keys()].map((place) => typed[place]);
  held[FULL] = inText(starter.value)[0];
}

function writeFields() {
  cards.value = held.slice(0, FULL).filter(Boolean).join(" ");
  starter.value = held[FULL] ?? "";
}

function choose(place) {
  at = place;
  press(null);
}

function press(rank) {
  for (const button of ranks) button.setAttribute("aria-pressed", String(button.dataset.rank === rank));
  for (const button of suits) button.disabled = rank === null || held.some((card, place) => place !== at && card === `${rank}${button.dataset.suit}`);
}

function put(suit) {
  const rank = ranks.find((button) => button.getAttribute("aria-pressed") === "true").dataset.rank;
  held[at] = `${rank}${suit}`;
  writeFields();
  const empty = slots.findIndex((_slot, place) => !held[place]);
  choose(empty < 0 ? at : empty);
  count();
}

// ---- The count ----

function count({ write = true } = {}) {
  const typed = inText(cards.value);
  const turned = starter.value.trim();
  const found = typed.length || turned ? countHand(typed, turned, form.elements.crib.value === "1") : null;
  const isOpen = found?.code === "starter_one" || found?.code === "hand_empty";
  for (const [place, slot] of slots.entries()) {
    slot.querySelector("b").textContent = held[place] ?? "";
    slot.setAttribute("aria-pressed", String(place === at));
  }
  fault.hidden = !found?.code || isOpen;
  fault.querySelector("span").textContent = fault.hidden ? "" : words.faults[found.code].replace("%(card)s", found.card ?? "");
  result.hidden = !found || Boolean(found.code);
  total.textContent = result.hidden ? "–" : found.total;
  rows.replaceChildren(...(result.hidden ? [] : found.scores.map(rowOf)));
  const given = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  if (write) history.replaceState(null, "", given.size ? `?${given}` : location.pathname);
}

function rowOf({ kind, cards: some, points }) {
  const row = document.createElement("tr");
  const name = document.createElement("th");
  name.scope = "row";
  name.textContent = words.kinds[kind];
  const [which, worth] = [document.createElement("td"), document.createElement("td")];
  which.textContent = some.join(" ");
  worth.textContent = points;
  worth.className = "num";
  row.append(name, which, worth);
  return row;
}

// ---- From here on ----

for (const [place, slot] of slots.entries()) slot.addEventListener("click", () => (choose(place), count()));
for (const button of ranks) button.addEventListener("click", () => press(button.dataset.rank));
for (const button of suits) button.addEventListener("click", () => put(button.dataset.suit));
form.addEventListener("input", ({ target }) => {
  if (target === cards || target === starter) readFields();
  count();
});
form.addEventListener("submit", (event) => event.preventDefault());
form.querySelector("[data-again]").addEventListener("click", (event) => {
  event.preventDefault();
  held = [];
  writeFields();
  choose(0);
  count();
  scrollTo(0, 0);
});
for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
form.querySelector("[data-picker]").hidden = false;
const given = new URLSearchParams(location.search);
for (const field of [cards, starter]) field.value = given.get(field.name) ?? "";
form.elements.crib.value = given.get("crib") ? "1" : "";
readFields();
choose(Math.max(slots.findIndex((_slot, place) => !held[place]), 0));
count({ write: false });
