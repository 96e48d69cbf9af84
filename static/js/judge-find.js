// Offline, the server's search is out of reach: the same results are found here, in the same order. A rule named in the
// URL is opened.

import { look, textOf, vocabularyOf } from "./judge-finding.js";

const status = document.getElementById("kept");
const form = document.querySelector("[data-find]");
const searched = [...document.querySelectorAll("[data-finds]")];
const homes = new Map(searched.map((one) => [one, one.parentElement]));
/** Where hits of several chapters stand together, best first; without it they stand where they are at home. */
const list = document.querySelector("[data-found-list]");
const speech = vocabularyOf(JSON.parse(document.getElementById("speech").textContent));
let texts;

const said = (one, what) => one.querySelector(`[data-${what}]`).textContent;

function textIn(one) {
  const numbers = one.dataset.numbers?.split("|") ?? [];
  return textOf({ numbers, title: said(one, "title"), finds: one.dataset.finds, summary: said(one, "says") }, speech);
}

/** What a rule says, under its title, as in every list of hits. */
function addSaid(row) {
  const line = document.createElement("span");
  line.className = "rulerow__says";
  line.textContent = said(row, "says");
  row.querySelector("summary").append(line);
}

function find(query) {
  texts ??= searched.map(textIn);
  const isAsked = query.trim() !== "";
  const { places, isPartly, isCut } = look(query, texts, speech);
  const shown = isAsked ? places.map((place) => searched[place]) : searched;
  const hits = new Set(shown);
  for (const one of searched) {
    one.hidden = !hits.has(one);
    one.querySelector(".rulerow__says")?.remove();
    homes.get(one).append(one);
  }
  for (const one of isAsked ? shown : []) {
    (list ?? homes.get(one)).append(one);
    if (list) addSaid(one);
  }
  for (const chapter of document.querySelectorAll("[data-chapter]")) chapter.hidden = !chapter.querySelector("[data-finds]:not([hidden])");
  for (const counter of document.querySelectorAll("[data-found-count]")) {
    counter.textContent = counter.closest("section").querySelectorAll("[data-finds]:not([hidden])").length;
  }
  for (const nothing of document.querySelectorAll("[data-nothing]")) nothing.hidden = shown.length > 0;
  for (const partly of document.querySelectorAll("[data-partly]")) partly.hidden = !isPartly;
  for (const cut of document.querySelectorAll("[data-cut]")) cut.hidden = isPartly || !isCut;
  for (const more of document.querySelectorAll("[data-only-kept]")) {
    more.hidden = !isAsked;
    const link = more.querySelector("a");
    link.href = `${link.pathname}?${new URLSearchParams({ q: query })}`;
  }
}

if ("kept" in status.dataset) {
  const input = form.elements.q;
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.addEventListener("input", () => find(input.value));
  form.addEventListener("submit", (event) => event.preventDefault());
  find(input.value);
}

const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
if (entry) {
  entry.open = true;
  entry.scrollIntoView();
}
