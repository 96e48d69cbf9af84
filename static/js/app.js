// What htmx alone does not do: poll a page and its announcements with one request, say when a live page is no longer
// live, leave alone what somebody is typing, keep the focus through a swap, mark the busy button, and report failures.

import "./announced.js";
import { leave } from "./comes-back.js";
import { TYPED, aboutOf, merge, remember } from "./merge.js";

const failing = new Set();

// Once the part that asked is replaced, the event comes from what stands around it: the request still knows who asked.
const isPoll = ({ elt, requestConfig }) => /\bevery\b/.test((requestConfig?.elt ?? elt).getAttribute("hx-trigger") ?? "");
// That nothing new is announced says nothing of how old the rest of the page is.
const asksForAnnouncements = ({ elt, requestConfig }) => (requestConfig?.elt ?? elt).matches(".announced__in");
const address = ({ pathInfo }) => pathInfo.requestPath.split("?")[0];

// ---- One question for the page and for what is announced ----

// Each poll names what would be asked for announcements. Mostly its answer says that nothing of that is new.
const HEADER = "X-Announced";
const TOLD_FOR = 3000;
let toldAt = -TOLD_FOR;

const announcements = () => document.querySelector(".announced__in[hx-get]");
const isTold = () => performance.now() - toldAt < TOLD_FOR;

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const asks = announcements();
  if (asks && asks !== detail.elt && isPoll(detail)) detail.headers[HEADER] = asks.getAttribute("hx-get");
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const { requestConfig } = event.detail;
  if (asksForAnnouncements(event.detail) && isTold() && requestConfig.triggeringEvent?.type !== "announced") event.preventDefault();
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const asked = detail.requestConfig.headers[HEADER];
  if (!detail.successful || !asked) return;
  const wasTold = isTold();
  toldAt = detail.xhr.getResponseHeader(HEADER) === "same" ? performance.now() : -TOLD_FOR;
  if (isTold()) failing.delete(asked.split("?")[0]);
  else if (wasTold) htmx.trigger(announcements(), "announced");
});

// ---- Live, or not live since ----

function timeNow(zone) {
  const options = { hour: "numeric", minute: "2-digit", timeZone: zone || undefined };
  return new Intl.DateTimeFormat(document.documentElement.lang, options).format(new Date());
}

function markLive({ answered = false } = {}) {
  const stale = failing.size > 0;
  for (const marker of document.querySelectorAll(".live[data-live]")) {
    const wasStale = marker.classList.contains("live--stale");
    marker.classList.toggle("live--stale", stale);
    const word = marker.querySelector("[data-word]");
    const time = marker.querySelector("time");
    const text = stale ? marker.dataset.stale : marker.dataset.live;
    // The server says as of when it is; here it is live.
    if (word.textContent !== text) word.textContent = text;
    if (answered && !stale) {
      const now = timeNow(marker.dataset.zone);
      if (time.textContent !== now) time.textContent = now;
    }
    if (wasStale !== stale) announce(`${text} ${time.textContent}`);
  }
  markFar();
}

// Whoever has scrolled away from every marker reads it at the top of the screen; it was announced already.
const far = document.createElement("div");
far.className = "stale";
far.setAttribute("aria-hidden", "true");

function isInView(marker) {
  const { top, bottom, height } = marker.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

function markFar() {
  const markers = [...document.querySelectorAll(".live--stale")];
  far.hidden = markers.length === 0 || markers.some(isInView);
  if (far.hidden) return;
  far.textContent = markers[0].textContent;
  // What is announced may be at the top already: then below it.
  (document.querySelector(".announced--unseen") ?? document.body).append(far);
}

for (const name of ["scroll", "resize"]) addEventListener(name, markFar, { passive: true });

function announce(text) {
  document.getElementById("announce").textContent = text;
}

// ---- A request that came to nothing ----

function tell(text, pressed) {
  unsay();
  const told = document.getElementById("told").content.cloneNode(true);
  const words = told.querySelector("[data-offline]");
  words.textContent = words.dataset[text] ?? text;
  document.body.append(told);
  pressed?.scrollIntoView({ block: "nearest" });
}

function unsay() {
  for (const told of document.querySelectorAll("body > .told")) told.remove();
}

/** The reason that a page of its own gives, where the answer is one. */
function reasonIn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.querySelector("[data-refused]")?.textContent.trim().replace(/\s+/g, " ");
}

function failed({ detail }) {
  if (isPoll(detail)) {
    failing.add(address(detail));
    markLive();
  } else {
    const { status, responseText } = detail.xhr;
    // A form that keeps on this computer what was typed says so itself.
    if (status === 0 && detail.elt.closest("[data-holds]")) return;
    tell(status === 0 ? "offline" : (reasonIn(responseText) ?? "failed"), detail.elt);
  }
}

for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(name, failed);

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!isPoll(detail)) release(detail);
  if (!detail.successful) return;
  if (isPoll(detail)) {
    failing.delete(address(detail));
    markLive({ answered: !asksForAnnouncements(detail) });
  } else {
    unsay();
  }
});

// The page, and each fragment that has just arrived, says so whatever else fails.
markLive();
for (const name of ["htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(name, () => markLive());

// ---- The button at work ----

function buttonOf({ elt, requestConfig }) {
  const submitter = requestConfig?.triggeringEvent?.submitter;
  return submitter ?? (elt.matches(".btn, button") ? elt : null);
}

function release(detail) {
  buttonOf(detail)?.removeAttribute("aria-busy");
}

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (!isPoll(detail)) buttonOf(detail)?.setAttribute("aria-busy", "true");
});

// ---- Typing and focus ----

/** A form that came back with something wrong begins there, however long it is. */
function goToWrong() {
  const field = document.querySelector("main .field--error");
  const control = field?.querySelector("input:not([type=hidden]), select, textarea");
  if (!control || document.activeElement !== document.body) return;
  field.scrollIntoView({ block: "center" });
  control.focus({ preventScroll: true });
}

goToWrong();

/** The choice in here that somebody made and has not sent. */
function choiceIn(target) {
  const made = [...target.querySelectorAll("input[type=radio][id]:checked")].find((one) => !one.defaultChecked && one.form);
  return made ? { id: made.id, about: aboutOf(made.form) } : null;
}

/** The choice again, where the form is still about the same; else whoever made it is told that it is gone. */
function chooseAgain({ id, about }) {
  const same = document.getElementById(id);
  if (same?.form && aboutOf(same.form) === about) same.checked = true;
  else tell("changed");
}

let focused = null;
let choice = null;

/** A selector that finds this element again in a fresh copy of its surroundings; htmx itself looks after ids. */
function traceOf(element) {
  if (element.id) return null;
  if (element.name) {
    const value = element.value === undefined ? "" : `[value="${CSS.escape(element.value)}"]`;
    return `[name="${CSS.escape(element.name)}"]${element.matches(TYPED) ? "" : value}`;
  }
  const href = element.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : null;
}

// A poll that was answered before somebody's own act was would put back what stood before it: the next one has both.
let acting = 0;
let acted = 0;
const sentAt = new WeakMap();
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (isPoll(detail)) sentAt.set(detail.xhr, acted);
  else acting += 1;
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (isPoll(detail)) return;
  acting -= 1;
  acted += 1;
});

/** Whether another page was answered than the one that was asked for: signing in again, for one. */
function isElsewhere({ xhr, pathInfo }) {
  return Boolean(xhr.responseURL) && new URL(xhr.responseURL).pathname !== new URL(pathInfo.requestPath, location.href).pathname;
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  focused = null;
  choice = null;
  // A refusal that came as a page of its own does not belong inside a row: its reason is told instead.
  const isPage = detail.xhr.status >= 400 && /^\s*<!doctype/i.test(detail.serverResponse);
  if (isPage || (isPoll(detail) && isElsewhere(detail))) {
    detail.shouldSwap = false;
    detail.isError = true;
    return;
  }
  if (isPoll(detail) && detail.shouldSwap) {
    const { elt } = detail.requestConfig;
    if (acting || sentAt.get(detail.xhr) !== acted) detail.shouldSwap = false;
    else if (elt.closest("[hx-ext~=merge]") && elt.getAttribute("hx-swap") === "outerHTML") detail.swapOverride = "merge";
    choice = choiceIn(detail.target);
  }
  const element = document.activeElement;
  if (element && element !== document.body && detail.target.contains(element)) focused = traceOf(element);
});

document.addEventListener("htmx:afterSwap", ({ target, detail }) => {
  if (focused && document.activeElement === document.body) {
    (target.querySelector(focused) ?? document.querySelector(focused))?.focus({ preventScroll: true });
  }
  focused = null;
  if (choice) chooseAgain(choice);
  choice = null;
  if (!sentAt.has(detail.xhr) && target.isConnected) remember(target);
});

// ---- What a poll brings ----

// The page is about to be loaded anew.
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => detail.xhr.getResponseHeader("HX-Refresh") && leave());

let actedBefore = 0;
htmx.defineExtension("merge", {
  handleSwap(style, target, fragment) {
    if (style !== "merge") return false;
    const fresh = fragment.firstElementChild;
    const afterOwn = actedBefore !== acted;
    actedBefore = acted;
    if (fresh && merge(target, fresh, { afterOwn }) && !document.querySelector("body > .told")) tell("meanwhile");
    htmx.process(target);
    return [];
  },
});
const main = document.getElementById("main");
if (main) remember(main);

// ---- Menus of the top bar ----

function closeMenus(except) {
  for (const menu of document.querySelectorAll(".topbar details[open]")) if (menu !== except) menu.open = false;
}

document.addEventListener("click", ({ target }) => closeMenus(target.closest(".topbar details")));
document.addEventListener("keydown", ({ key }) => key === "Escape" && closeMenus());

// ---- Pages that are kept for when there is no network ----

// They are one person's: nothing of them is left for whoever signs in next.
function forgetPages() {
  globalThis.caches?.keys().then((names) => names.filter((name) => /^pegboard-(desk|judge) /.test(name)).map((name) => caches.delete(name)));
}

document.addEventListener("submit", ({ target }) => target.action.endsWith("/sign-out/") && forgetPages());
if (location.pathname.endsWith("/sign-in/")) forgetPages();

// ---- Times on pages that belong to no tournament ----

// The page says them in UTC. Whoever looks has a clock of their own.
for (const time of document.querySelectorAll("time[data-own-zone]")) {
  const lang = document.documentElement.lang || undefined;
  time.title = time.textContent;
  time.textContent = new Date(time.dateTime).toLocaleString(lang, {
    year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short",
  });
}
