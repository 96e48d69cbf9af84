// The counter of the play: each tapped card is counted at once, with what it earns and whose turn it is.

import { countPlay, readPlay } from "./count-play.js";

const words = JSON.parse(document.getElementById("counter-words").textContent);
const form = document.getElementById("count");
const said = form.elements.said;
const fault = document.getElementById("fault");
const result = document.getElementById("scores");

const inText = (text) => text.match(/[^\s,]+/g) ?? [];
const nameOf = (rank) => words.ranks[rank - 1];

function element(name, text, { className = "", scope = "" } = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  if (scope) made.scope = scope;
  return made;
}

function count({ write = true } = {}) {
  const handed = form.elements.players.value;
  const names = words.players[handed];
  const read = readPlay(said.value);
  const play = read.code ? read : countPlay(read, words.held[handed]);
  fault.hidden = !play.code;
  fault.querySelector("span").textContent = play.code ? sentenceOf(play) : "";
  result.hidden = Boolean(play.code);
  document.getElementById("counted").textContent = play.code ? "–" : play.count;
  const turn = play.code ? undefined : play.turn;
  form.querySelector("[data-turn]").textContent = names[turn] ?? "";
  form.querySelector("[data-to-play]").hidden = names[turn] === undefined;
  form.querySelector("[data-over]").hidden = turn !== null;
  if (!play.code) show(play, names);
  const given = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  if (write) history.replaceState(null, "", `?${given}`);
}

function sentenceOf({ code, card, place }) {
  return words.faults[code].replace("%(card)s", card).replace("%(place)s", place);
}

function show({ moves, totals }, names) {
  result.querySelector("[data-totals]").replaceChildren(
    ...totals.map((points, player) => {
      const row = document.createElement("tr");
      row.append(element("th", names[player], { scope: "row" }), element("td", points, { className: "num" }));
      return row;
    }),
  );
  result.querySelector("[data-moves]").replaceChildren(...moves.map((move, place) => rowOf(move, moves[place - 1], names)));
}

function rowOf({ player, rank, count: at, series, scores, could_have: others }, before, names) {
  const row = document.createElement("tr");
  if (before && before.series !== series) row.className = "is-new";
  const earned = document.createElement("td");
  for (const { kind, points } of scores) earned.append(element("span", `${words.kinds[kind]} ${points}`, { className: "scored" }), " ");
  if (others.length) {
    const cards = others.map(nameOf).join(" ");
    earned.append(element("span", `${words.could_have} ${cards}`, { className: "scored scored--wait" }));
  }
  row.append(
    element("th", names[player], { scope: "row" }),
    element("td", rank ? nameOf(rank) : words.go),
    element("td", at, { className: "num" }),
    earned,
  );
  return row;
}

// ---- From here on ----

for (const button of form.querySelectorAll("[data-said]")) {
  button.addEventListener("click", () => {
    said.value = [...inText(said.value), button.dataset.said].join(" ");
    count();
  });
}
form.querySelector("[data-back]").addEventListener("click", () => {
  said.value = inText(said.value).slice(0, -1).join(" ");
  count();
});
form.addEventListener("input", count);
form.addEventListener("submit", (event) => event.preventDefault());
form.querySelector("[data-again]").addEventListener("click", (event) => {
  event.preventDefault();
  said.value = "";
  count();
  scrollTo(0, 0);
});
for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
form.querySelector("[data-picker]").hidden = false;
const given = new URLSearchParams(location.search);
said.value = given.get("said") ?? "";
form.elements.players.value = given.get("players") in words.held ? given.get("players") : "2";
count({ write: false });
