// The card on the phone: shows what a spread is worth, and queues what did not reach the server: a game, the game as
// the opponent reports it on this phone, the card as it is handed in. Nothing shows as saved before the server has it.
// Without this script the forms are sent as usual.

import { newKey } from "./desk-server.js";
import { HELD, PATIENCE, Waiting, post } from "./phone-queue.js";

const RETRY = 4_000;

/** What the page knows of this phone's card; a page that a refusal brought has its own. */
const phone = () => document.getElementById("phone");
const queue = new Waiting(phone() && `pegboard/phone/${phone().dataset.entry}`);
const waiting = () => queue.all;

const fill = (text, value) => text.replace("%s", value);

// ---- What waits ----

function showHeld({ look = false } = {}) {
  const words = phone().dataset;
  const of = (kind) => waiting().filter((one) => one.kind === kind).map(({ game }) => game);
  const list = (games) => new Intl.ListFormat(document.documentElement.lang).format(games.map(String));
  const own = of("game");
  const told = [
    ...(own.length ? [fill(own.length > 1 ? words.games : words.game, list(own))] : []),
    ...of("theirs").map((game) => fill(words.theirs, game)),
    ...(of("in").length ? [words.in] : []),
  ];
  const held = document.getElementById("held");
  held.hidden = told.length === 0;
  const said = held.querySelector("div");
  if (said.textContent === told.join("")) return;
  said.replaceChildren(...told.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  if (look) held.scrollIntoView({ block: "nearest" });
}

// ---- What it is worth ----

function say() {
  const form = document.getElementById("tell");
  // Where no spread is recorded the result says all of it.
  if (!form?.elements.by) return;
  const by = /^0*([1-9]\d{0,2})$/.exec(form.elements.by.value.trim())?.[1];
  const out = document.getElementById("by-say");
  const result = form.elements.result.value;
  if (!by || Number(by) > 121 || !result) {
    out.textContent = "";
    return;
  }
  const { won, lost, skunk, doubleSkunk, points, skunkFrom, doubleSkunkFrom } = phone().dataset;
  // 0: this event has no such skunks.
  const reaches = (from) => from !== "0" && Number(by) >= Number(from);
  const isWon = result === "won";
  const [sentence, count] = !isWon ? [lost, 0] : reaches(doubleSkunkFrom) ? [doubleSkunk, 4] : reaches(skunkFrom) ? [skunk, 3] : [won, 2];
  const worth = document.createElement("b");
  worth.textContent = fill(points, count);
  out.replaceChildren(fill(sentence, by), document.createElement("br"), worth);
}

// ---- Sending, and keeping what was not sent ----

let isAway = false;

/** Where each kind goes by the link of this page: the one by which it was told may have been replaced since. */
const ADDRESSES = { game: "toGame", theirs: "toTheirs", in: "toIn" };

async function send({ kind, fields }) {
  try {
    const page = await post(phone().dataset[ADDRESSES[kind]], fields, phone().dataset.token);
    isAway = false;
    return page;
  } catch (error) {
    isAway = true;
    throw error;
  }
}

/** On to the next game while this one waits. */
function turnOn(game) {
  const form = document.getElementById("tell");
  const held = new Set(waiting().map((one) => one.game));
  const open = [...document.querySelectorAll("tr[data-open]")].map(({ dataset }) => dataset);
  const row = open.find((one) => Number(one.game) > game && !held.has(Number(one.game)));
  if (!form) return;
  // What was wrong with the game before is not said of another one.
  for (const said of form.querySelectorAll(".error, [role=alert]")) said.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  if (!row) return;
  // Nor is the one saved before it any news.
  document.getElementById("messages")?.replaceChildren();
  form.elements.game.value = row.game;
  form.elements.key.value = newKey();
  form.elements.was.value = 0;
  for (const radio of form.elements.result) radio.checked = false;
  if (form.elements.by) form.elements.by.value = "";
  say();
  show(row);
}

/** Show of a row what the form is about; only the game that is on looks like where to sit now. */
function show(row) {
  const isOther = !("on" in row);
  document.querySelector(".go").classList.toggle("go--other", isOther);
  for (const part of document.querySelectorAll("[data-now]")) {
    if (part.dataset.now === "place") part.hidden = !row.seat;
    else if (part.dataset.now === "other") part.hidden = !isOther;
    else part.textContent = row[part.dataset.now] ?? "";
  }
}

/** Another game may be called while one is told. */
function showAgain() {
  const game = document.getElementById("tell")?.elements.game.value;
  const row = document.querySelector(`#live tr[data-game="${game}"]`);
  if (row) show(row.dataset);
}

let isSending = false;
let isRefused = false;

async function sendHeld() {
  if (isSending || waiting().length === 0) return;
  isSending = true;
  try {
    await queue.sendAll(send, (page) => {
      if (page) {
        // The server refuses it: its own page says why, with what was typed.
        const main = new DOMParser().parseFromString(page, "text/html").getElementById("main");
        document.getElementById("main").replaceWith(document.adoptNode(main));
        globalThis.htmx?.process(document.getElementById("main"));
        isRefused = true;
        say();
      }
      showHeld();
    });
    // A reason stays in sight until whoever reads it goes on.
    if (!isRefused) location.assign(phone().dataset.card);
  } catch {
    showHeld({ look: true });
  } finally {
    isSending = false;
  }
}

async function hold(form, button) {
  const kind = form.dataset.holds;
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  const game = Number(form.elements.game?.value ?? 0);
  const one = { id: form.elements.key?.value ?? newKey(), kind, game, fields };
  queue.hold(one);
  isRefused = false;
  button?.setAttribute("aria-busy", "true");
  await sendHeld();
  button?.removeAttribute("aria-busy");
  if (kind === "game" && waiting().some(({ id }) => id === one.id)) turnOn(game);
}

// ---- Nothing else can be loaded ----

const isOffline = () => isAway || !navigator.onLine;

/** Whether this very site answers by now. */
async function answers() {
  if (!navigator.onLine) return false;
  try {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(phone().dataset.card, { headers, redirect: "manual", signal: AbortSignal.timeout(PATIENCE / 3) });
    return answer.headers.has(HELD);
  } catch {
    return false;
  }
}

function stay() {
  unsay();
  const told = document.getElementById("told").content.firstElementChild.cloneNode(true);
  told.dataset.stay = "";
  told.querySelector("[data-offline]").textContent = phone().dataset.stay;
  document.body.append(told);
}

function unsay() {
  for (const told of document.querySelectorAll("body > [data-stay]")) told.remove();
}

async function leave(address) {
  if (await answers()) location.assign(address);
  else stay();
}

// What stands beside the card is for something else by now: the next game is called, the desk has the card, or phones are taken again.
// A game that is being told is left alone until nothing more is told here.
document.addEventListener("htmx:afterSettle", () => {
  showAgain();
  const [stood, now] = ["beside", "live"].map((id) => document.getElementById(id)?.dataset.stage);
  const isLeftAlone = stood === "tell" && (now !== "in" || waiting().length > 0);
  if (stood && now && stood !== now && !isLeftAlone) location.reload();
});

if (phone()) {
  document.addEventListener("input", say);
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (target.dataset.holds) {
      event.preventDefault();
      hold(target, submitter);
    } else if (isOffline()) {
      event.preventDefault();
      stay();
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const isHere = link?.hash && link.pathname === location.pathname && link.search === location.search;
    if (!link || isHere || event.ctrlKey || event.metaKey || event.shiftKey || !isOffline()) return;
    event.preventDefault();
    leave(link.href);
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => {
      isAway = true;
    });
  }
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!detail.successful) return;
    isAway = false;
    unsay();
  });
  addEventListener("online", sendHeld);
  setInterval(sendHeld, RETRY);
  say();
  showHeld();
  sendHeld();
}
