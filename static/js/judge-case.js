// A kind of case that follows each tap at once: the questions that apply, the decision, the board, the table of 4.4.c.
// The answers are in the URL, so that an offline copy of the page can read them.

import { askedOf, decisionOf, fillFigures, misfitsOf, numbersOf, pegsOf } from "./judge-table.js";

const table = JSON.parse(document.getElementById("case-table").textContent);
const form = document.getElementById("case");
const ruling = document.getElementById("ruling");
const record = document.getElementById("record");
const later = document.getElementById("record-later");
const board = document.getElementById("board");
const waiting = document.querySelector("[data-waiting]");
const fields = new Map([...form.querySelectorAll("[data-question]")].map((one) => [one.dataset.question, one]));

let shown = ruling.hidden ? null : decisionOf(table, answersIn(new FormData(form)));

// ---- Answers ----

function answersIn(entries) {
  return Object.fromEntries([...entries].map(([key, value]) => [key, String(value)]));
}

/** Every answer that stands in the form, of questions that are not asked now too. */
function chosen() {
  const answers = {};
  for (const [key, field] of fields) {
    const answer = field.querySelector("input[type=radio]:checked, input[type=text]")?.value;
    if (answer) answers[key] = answer;
  }
  return answers;
}

/** Put the answers of an address into the form, and what is known where it has none: the page may have been kept with others. */
function takeFrom(address) {
  const given = answersIn(new URLSearchParams(address));
  for (const [key, field] of fields) {
    const inputs = [...field.querySelectorAll("input")];
    const chosen = inputs.some(({ value }) => value === given[key]) ? given[key] : table.known[key];
    for (const input of inputs) {
      if (input.type === "radio") input.checked = input.value === chosen;
      else input.value = given[key] ?? "";
    }
  }
}

// ---- What follows ----

function follow({ write = true } = {}) {
  const answers = chosen();
  const asked = new Set(askedOf(table, answers).map(({ key }) => key));
  for (const [key, field] of fields) field.hidden = field.disabled = !asked.has(key);
  const kept = Object.entries(answers).filter(([key]) => asked.has(key));
  const typed = numbersOf(table, answers);
  const misfits = misfitsOf(table, answers, typed);
  const numbers = misfits.length ? {} : typed;
  const decision = decisionOf(table, answers);
  markWrong(asked, answers, typed, misfits);
  show(decision, numbers);
  showBoard(decision, numbers);
  showRow(Object.fromEntries(kept));
  if (write) history.replaceState(null, "", kept.length ? `?${new URLSearchParams(kept)}` : location.pathname);
}

function markWrong(asked, answers, typed, misfits) {
  for (const input of form.querySelectorAll("input[type=text]")) {
    const isNone = asked.has(input.name) && Boolean(answers[input.name]?.trim()) && typed[input.name] === undefined;
    const unfit = misfits.filter(({ factors }) => factors.some(([key]) => key === input.name));
    const isWrong = isNone || unfit.length > 0;
    input.toggleAttribute("aria-invalid", isWrong);
    if (isWrong) input.setAttribute("aria-invalid", "true");
    document.getElementById(`out-${input.name}`).hidden = !isNone;
    const said = [`range-${input.name}`, ...(isNone ? [`out-${input.name}`] : []), ...unfit.map(({ code }) => `misfit-${code}`)];
    input.setAttribute("aria-describedby", said.join(" "));
    input.closest(".stepper").classList.toggle("field--error", isWrong);
  }
  const broken = new Set(misfits.map(({ code }) => code));
  for (const { code } of table.relations) document.getElementById(`misfit-${code}`).hidden = !broken.has(code);
}

function show(decision, numbers) {
  if (decision !== shown) ruling.innerHTML = decision?.html ?? "";
  const isNew = decision && !shown;
  shown = decision;
  fillFigures(ruling, numbers, table.open_figure);
  ruling.hidden = !decision;
  // Nothing is ruled where judges only look up what they keep to themselves.
  if (record) record.hidden = !decision;
  waiting.hidden = Boolean(decision);
  if (isNew) ruling.scrollIntoView({ block: ruling.offsetHeight > innerHeight / 2 ? "start" : "nearest" });
}

// ---- The board ----

function showBoard(decision, numbers) {
  if (!board) return;
  const pegs = new Map((decision ? pegsOf(decision, numbers) : []).map((peg) => [peg.side, peg]));
  for (const row of board.querySelectorAll("[data-side]")) {
    const peg = pegs.get(row.dataset.side);
    row.hidden = !peg;
    for (const when of ["before", "after"]) {
      row.querySelector(`[data-hole=${when}]`).textContent = peg ? nameOf(peg[when]) : "";
      place(board.querySelector(`[data-peg=${row.dataset.side}-${when}]`), row.dataset.side, peg?.[when] ?? null);
    }
  }
  board.hidden = ![...pegs.values()].some(({ before, after }) => before !== null || after !== null);
}

function nameOf(hole) {
  return hole === null ? table.open_hole : (table.names[hole] ?? String(hole));
}

function place(peg, side, hole) {
  if (hole === null) return peg.setAttribute("visibility", "hidden");
  const [x, y] = table.holes[side][hole];
  peg.setAttribute("cx", `${x}%`);
  peg.setAttribute("cy", y);
  peg.removeAttribute("visibility");
}

// ---- The table of 4.4.c ----

const isCase = (element, answers) =>
  Object.entries(JSON.parse(element.dataset.case)).every(([key, code]) => answers[key] === code);

function showRow(answers) {
  for (const row of document.querySelectorAll("tr[data-case]")) {
    const isHit = isCase(row, answers);
    row.classList.toggle("is-hit", isHit);
    for (const cell of row.querySelectorAll("[data-case]")) cell.classList.toggle("is-here", isHit && isCase(cell, answers));
  }
}

// ---- Buttons beside numbers, and cards that give an answer ----

const clamp = (number, least, most) => Math.min(Math.max(number, least), most);

for (const button of form.querySelectorAll(".stepper:not([role]) [data-step]")) {
  const input = button.parentElement.querySelector("input");
  button.hidden = false;
  button.addEventListener("click", () => {
    const [least, most] = [input.dataset.least, input.dataset.most].map(Number);
    const at = /^\d+$/.test(input.value.trim()) ? Number(input.value) + Number(button.dataset.step) : least;
    input.value = clamp(at, least, most);
    follow();
  });
}

const startAgain = [];

for (const picker of form.querySelectorAll("[data-bycards]")) {
  const field = picker.closest("[data-question]");
  const count = picker.querySelector("[data-count]");
  const list = picker.querySelector("[data-held]");
  const first = count.textContent;
  let held = [];
  picker.hidden = false;

  const choose = () => {
    list.textContent = held.map(({ rank }) => rank).join(" ") || "–";
    for (const rank of picker.querySelectorAll("[data-value]")) rank.disabled = held.length === 4;
    const fits = held.filter(({ value }) => table.fits[Number(count.textContent)].includes(value)).length;
    for (const input of field.querySelectorAll("input[type=radio]")) {
      input.checked = held.length > 0 && input.value === String(fits);
    }
    follow();
  };
  for (const button of picker.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      const [least, most] = [count.dataset.least, count.dataset.most].map(Number);
      count.textContent = clamp(Number(count.textContent) + Number(button.dataset.step), least, most);
      choose();
    });
  }
  for (const button of picker.querySelectorAll("[data-value]")) {
    button.addEventListener("click", () => {
      held.push({ rank: button.textContent, value: Number(button.dataset.value) });
      choose();
    });
  }
  const clear = () => {
    held = [];
    choose();
  };
  picker.querySelector("[data-clear]").addEventListener("click", clear);
  startAgain.push(() => {
    count.textContent = first;
    clear();
  });
}

// ---- From here on ----

for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
form.addEventListener("input", () => follow());
form.addEventListener("submit", (event) => {
  // What is recorded leaves this page, with the answers: without a network there is nowhere to go.
  const leaves = event.submitter?.hasAttribute("formaction");
  if (later) later.hidden = !leaves || navigator.onLine;
  if (!leaves || !navigator.onLine) event.preventDefault();
});
form.querySelector("[data-again]").addEventListener("click", (event) => {
  event.preventDefault();
  for (const start of startAgain) start();
  takeFrom("");
  follow();
  scrollTo(0, 0);
});
takeFrom(location.search);
follow({ write: false });
