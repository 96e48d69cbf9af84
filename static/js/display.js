// A screen in the hall that nobody touches for days. It polls for its content, keeps the last one while the server is
// down, says so after twenty seconds, and recovers by itself.

import { written } from "./time-left.js";
import { keepPage, turnPages } from "./wall-pages.js";
import { layOut } from "./wall-rows.js";

const ASK = 1_000;
const PATIENCE = 10_000;
const STALE = 20_000;
// The whole picture now and then, also for what no version tells: a tournament that was given another name.
const WHOLE = 300_000;
const RELOAD_REST = 60_000;

let frame = document.getElementById("frame");
let clocks;
let answeredAt = Date.now();
let wholeAt = Date.now();

// ---- The time ----

/** What of this frame runs by the clock. The server's time counts: that of the computer behind a screen may be wrong. */
function clocksOf({ dataset }) {
  const options = { hour: "numeric", minute: "2-digit", timeZone: dataset.zone };
  const long = new Intl.DateTimeFormat(document.documentElement.lang, options);
  const short = (at) => long.formatToParts(at).filter(({ type }) => type !== "dayPeriod").map(({ value }) => value).join("").trim();
  return { ahead: Date.now() - 1000 * Number(dataset.now), long: (at) => long.format(at), short };
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  const isStale = Date.now() - answeredAt > STALE;
  const now = Date.now() - clocks.ahead;
  frame.classList.toggle("is-stale", isStale);
  for (const time of frame.querySelectorAll("[data-hall]")) {
    if (time.dataset.hall === "long") {
      write(time, clocks.long(now));
    } else {
      write(time, isStale ? `${frame.dataset.stale} ${clocks.short(answeredAt - clocks.ahead)}` : clocks.short(now));
      time.hidden = "onlyStale" in time.dataset && !isStale;
    }
  }
  for (const left of frame.querySelectorAll("[data-ends]")) {
    const seconds = Math.ceil(Number(left.dataset.ends) - now / 1000);
    write(left.querySelector("b"), written(seconds));
    write(left.querySelector("span"), seconds < 0 ? left.dataset.over : left.dataset.left);
  }
}

// ---- The picture ----

const frameIn = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("frame");

function begin() {
  clocks = clocksOf(frame);
  tick();
  layOut();
}

function layOutAgain() {
  layOut();
  keepPage();
}

function replace(arrived) {
  const isAnother = arrived.dataset.shown !== frame.dataset.shown;
  frame.replaceWith(arrived);
  frame = arrived;
  begin();
  // What the desk has just chosen begins with its first page.
  if (isAnother) turnPages();
  else keepPage();
}

async function fetched(address, headers = {}) {
  return fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
}

async function ask() {
  const isWhole = Date.now() - wholeAt > WHOLE;
  const answer = await fetched(`?v=${isWhole ? "" : encodeURIComponent(frame.dataset.v)}`, { "HX-Request": "true" });
  if (answer.status >= 500) return;
  const arrived = answer.status === 204 ? frame : frameIn(await answer.text());
  if (!arrived) {
    await loadAnew("");
    return;
  }
  answeredAt = Date.now();
  if (arrived.dataset.build !== frame.dataset.build && (await loadAnew(arrived.dataset.build))) return;
  if (isWhole) wholeAt = Date.now();
  if (arrived !== frame) replace(arrived);
}

/** Load the page once for this reason, if the server has it: never twice within a minute, and never into an empty screen. */
async function loadAnew(reason) {
  const before = history.state ?? { reason: "", at: 0 };
  if ((reason && before.reason === reason) || Date.now() - before.at < RELOAD_REST) return false;
  const page = await fetched(location.pathname);
  if (page.status >= 500 || !frameIn(await page.text())) return false;
  history.replaceState({ reason, at: Date.now() }, "");
  location.reload();
  return true;
}

async function goOn() {
  try {
    await ask();
  } catch {
    // The server is away: what is shown stays, and the clock says since when.
  }
  tick();
  setTimeout(goOn, ASK);
}

// ---- Awake ----

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // A browser that saves power may refuse; it is asked again when the page shows again.
  }
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && stayAwake());

begin();
turnPages();
addEventListener("resize", layOutAgain);
document.fonts.ready.then(layOutAgain);
setInterval(tick, 1_000);
setTimeout(goOn, ASK);
stayAwake();
