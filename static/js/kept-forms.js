// Keeps what somebody types in a form until the server has accepted it, so that nothing is lost if they must sign in
// again, go back, or close the tab. Loaded for signed-in people only; the card desk keeps its own drafts.
//
// A draft is {at, base, typed}: when it was typed, and by field what the field held before and holds now. It is kept
// under the person, the page and what the form is about. The server names the address of a form that it accepted in a
// cookie; the drafts that this tab sent there are dropped then: a form that is looked at first is sent more than once.

import { aboutOf } from "./merge.js";

const LEAD = "pegboard/typed\n";
const SENT = "pegboard/sent";
const ACCEPTED = "accepted";
const KEPT_FOR = 12 * 60 * 60 * 1000;
const FIELDS = "input:not([type=hidden], [type=password], [type=file], [type=submit], [type=button]), textarea, select";
const KEPT = "form[method=post]:not([data-own-drafts])";

const person = document.querySelector("[data-person]").dataset.person;

const isTick = ({ type }) => type === "checkbox" || type === "radio";
const isChosen = ({ localName }) => localName === "select";
const nameOf = (field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);
const fieldsOf = (form) => [...form.elements].filter((field) => field.name && field.matches(FIELDS));

function valueOf(field) {
  if (isTick(field)) return field.checked;
  return isChosen(field) ? [...field.selectedOptions].map(({ value }) => value).join("\n") : field.value;
}

function baseOf(field) {
  if (isTick(field)) return field.defaultChecked;
  if (!isChosen(field)) return field.defaultValue;
  const chosen = [...field.options].filter(({ defaultSelected }) => defaultSelected);
  return (chosen.length || field.multiple ? chosen : [...field.options].slice(0, 1)).map(({ value }) => value).join("\n");
}

function setValue(field, value) {
  if (isTick(field)) field.checked = value;
  else if (isChosen(field)) for (const option of field.options) option.selected = value.split("\n").includes(option.value);
  else field.value = value;
}

// A form that comes again may carry another version of the thing that it is about.
const VERSION = /^(\w+-)?(seen|version|revision|mark|nonce|was)=.*$/gm;
const keyOf = (form) => `${LEAD}${person}\n${location.pathname}\n${aboutOf(form).replace(VERSION, "")}`;

function draftOf(form) {
  const changed = fieldsOf(form).filter((field) => valueOf(field) !== baseOf(field));
  const by = (read) => Object.fromEntries(changed.map((field) => [nameOf(field), read(field)]));
  return changed.length ? { at: Date.now(), base: by(baseOf), typed: by(valueOf) } : null;
}

// A browser that keeps nothing works without drafts.
function quietly(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

const drop = (key) => quietly(() => localStorage.removeItem(key));

function keep(form) {
  const draft = draftOf(form);
  if (draft) quietly(() => localStorage.setItem(keyOf(form), JSON.stringify(draft)));
  else drop(keyOf(form));
}

const sentBefore = () => quietly(() => JSON.parse(sessionStorage.getItem(SENT)));

/** Note that the form is sent, after all that was sent to the same address and not accepted yet. */
function noteSent(form, button) {
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const path = new URL(address || location.href, location.href).pathname;
  const before = sentBefore();
  const keys = before?.path === path ? [...before.keys, keyOf(form)] : [keyOf(form)];
  quietly(() => sessionStorage.setItem(SENT, JSON.stringify({ path, keys })));
}

/** Drop what the server has accepted since the last page, and what is too old. */
function tidy() {
  const accepted = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${ACCEPTED}=`));
  const sent = sentBefore();
  if (accepted) {
    if (sent && decodeURIComponent(accepted.slice(ACCEPTED.length + 1)) === sent.path) sent.keys.forEach(drop);
    quietly(() => sessionStorage.removeItem(SENT));
    document.cookie = `${ACCEPTED}=; path=/; max-age=0`;
  }
  for (const key of quietly(() => Object.keys(localStorage)) ?? []) {
    if (!key.startsWith(LEAD)) continue;
    const draft = quietly(() => JSON.parse(localStorage.getItem(key)));
    if (!draft || Date.now() - draft.at > KEPT_FOR) drop(key);
  }
}

function say(form, at, elsewhere) {
  const words = document.getElementById("typed-before").content.firstElementChild.cloneNode(true);
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "numeric", minute: "2-digit" }).format(at);
  words.querySelector("[data-time]").textContent = time;
  const list = words.querySelector("ul");
  for (const [label, value] of elsewhere) list.append(Object.assign(document.createElement("li"), { textContent: `${label}: ${value}` }));
  if (!elsewhere.length) words.querySelector("[data-elsewhere]").remove();
  words.querySelector("button").addEventListener("click", () => {
    drop(keyOf(form));
    form.reset();
    form.dispatchEvent(new Event("input", { bubbles: true }));
    words.remove();
  });
  form.prepend(words);
}

/** Put back what was typed, where the field still holds what it was typed over; the rest is told beside the form. */
function giveBack(form) {
  const draft = quietly(() => JSON.parse(localStorage.getItem(keyOf(form))));
  if (!draft) return;
  let isBack = false;
  const elsewhere = [];
  for (const field of fieldsOf(form)) {
    const name = nameOf(field);
    if (!(name in draft.typed) || valueOf(field) === draft.typed[name]) continue;
    if (baseOf(field) === draft.base[name]) {
      setValue(field, draft.typed[name]);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      isBack = true;
    } else if (!isTick(field)) {
      elsewhere.push([field.labels[0]?.textContent.trim() ?? field.name, draft.typed[name]]);
    }
  }
  if (!isBack && !elsewhere.length) return;
  for (let part = form.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  say(form, draft.at, elsewhere);
}

const formOf = ({ target }) => target.closest?.(KEPT) ?? target.form?.closest(KEPT);

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    const form = formOf(event);
    if (form) keep(form);
  });
}
document.addEventListener("submit", (event) => {
  const form = formOf(event);
  if (form) noteSent(form, event.submitter);
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig.verb === "post" && detail.successful && detail.elt.closest("form");
  if (form) drop(keyOf(form));
});

tidy();
addEventListener("load", () => document.querySelectorAll(KEPT).forEach(giveBack));
