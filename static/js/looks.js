// Reading lines again: a sign after the figure ends the line, as at the entry desk; arrow down leaves it for later.
// Others who have the card open see who reads it, here and at the entry desk.

import { endsLine } from "./card-typing.js";
import { EarlyKeys } from "./desk-early.js";
import { keepPresent, tab } from "./present.js";

const page = () => document.getElementById("looks");

document.addEventListener("input", ({ target }) => {
  if (target.id !== "reading") return;
  const table = page().dataset.seat.split("-")[0];
  if (endsLine(target.value, target.dataset.expected, table)) target.form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  if (event.target.id !== "reading" || event.key !== "ArrowDown" || event.target.value) return;
  event.preventDefault();
  document.getElementById("skip")?.click();
});

// ---- Keys that come before the next line ----

// Half of a figure would be another figure: what is typed on the way is taken whole, by the line that comes. Whoever types
// ahead takes the cards in the order in which the page names them.
const early = new EarlyKeys();
let isWaiting = false;

function arrived() {
  if (!isWaiting) return;
  isWaiting = false;
  if (!document.getElementById("reading")) early.drop();
  early.release();
}

document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.id !== "look-form" || isWaiting) return;
  isWaiting = true;
  early.hold();
});
// The line that comes has taken its place by then; without an answer the same one stands.
document.addEventListener("htmx:afterRequest", arrived);

// ---- Who else has this card ----

// Whoever is given the next line is known to have its card before the others are given theirs.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.parameters.tab = tab;
});

keepPresent("looks", "look-others");
