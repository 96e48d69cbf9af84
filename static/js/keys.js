// Keyboard shortcuts. data-key="n" clicks a button or link, data-key="/" on a field focuses it; several keys are
// separated by spaces ("Enter n"), Ctrl is a prefix ("Ctrl+z"). Single keys work only while no field has the focus;
// keys that write nothing (F4) always work. `?` lists the keys of the page, from data-key-label, aria-label or the
// text.

const FIELD = "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset]), textarea, select, [contenteditable]";
const OWN_KEYS = new Map([
  ["enter", "a, button, summary, select, input, textarea"],
  [" ", "button, summary, select, input, textarea"],
  ["arrowup", "input[type=radio], select"],
  ["arrowdown", "input[type=radio], select"],
  ["arrowleft", "input[type=radio], select"],
  ["arrowright", "input[type=radio], select"],
]);
const SIGNS = { arrowup: "↑", arrowdown: "↓", arrowleft: "←", arrowright: "→", escape: "Esc", " ": "Space" };

const keylist = document.getElementById("keylist");

const keysOf = (element) => element.dataset.key.toLowerCase().split(" ");
const isThere = (element) => element.checkVisibility() && !element.matches(":disabled, [aria-disabled=true]");
const signOf = (key) => SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key[0].toUpperCase() + key.slice(1));

function pressed({ key, ctrlKey, metaKey }) {
  return (ctrlKey || metaKey ? "ctrl+" : "") + key.toLowerCase();
}

function writesOrMoves(event) {
  const element = document.activeElement;
  if (!element || element === document.body) return false;
  if (/^F\d+$/.test(event.key)) return false;
  return element.matches(FIELD) || element.matches(OWN_KEYS.get(event.key.toLowerCase()) ?? ":not(*)");
}

function findFor(key) {
  const within = document.querySelector("dialog[open]") ?? document;
  return [...within.querySelectorAll("[data-key]")].find((element) => keysOf(element).includes(key) && isThere(element));
}

/** Esc in a field that a key leads to: empty a search first, then leave it; what is typed to be kept is never emptied. */
function clearOrLeave(field) {
  if (field.value && field.form?.matches("[role=search]")) {
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  } else {
    field.blur();
  }
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.altKey || event.isComposing) return;
  const element = document.activeElement;
  if (event.key === "Escape" && element?.dataset?.key && element.matches("input, textarea")) {
    event.preventDefault();
    clearOrLeave(element);
    return;
  }
  // An empty field for figures is begun with none of the signs that ask for the keys.
  const asks = event.key === "?" && (!writesOrMoves(event) || (element.closest("[data-figures]") && element.value === ""));
  if (writesOrMoves(event) && !asks) return;
  if (asks && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    showKeys();
    return;
  }
  const wanted = findFor(pressed(event));
  if (!wanted) return;
  event.preventDefault();
  if (isReady) act(wanted);
  else first ??= wanted;
});

function act(wanted) {
  if (wanted.matches(FIELD)) {
    wanted.focus();
    wanted.select?.();
  } else {
    wanted.click();
  }
}

// The page's other scripts run after this one. A key that comes before them is acted on once they have; the keys after it are
// left out, as they may be meant for what it opens.
let isReady = false;
let first = null;
document.addEventListener("DOMContentLoaded", () => {
  isReady = true;
  if (first) act(first);
});

// ---- The list ----

function labelOf(element) {
  if (element.dataset.keyLabel) return element.dataset.keyLabel;
  if (element.ariaLabel) return element.ariaLabel;
  if (element.labels?.length) return element.labels[0].textContent.trim();
  const copy = element.cloneNode(true);
  for (const key of copy.querySelectorAll("kbd")) key.remove();
  return copy.textContent.trim().replace(/\s+/g, " ");
}

function rowFor(element) {
  const term = document.createElement("dt");
  for (const key of keysOf(element)) {
    for (const part of key.split("+")) {
      const sign = document.createElement("kbd");
      sign.textContent = signOf(part);
      term.append(sign, " ");
    }
  }
  const meaning = document.createElement("dd");
  meaning.textContent = labelOf(element);
  term.dataset.keylistRow = meaning.dataset.keylistRow = "";
  return [term, meaning];
}

function showKeys() {
  const list = keylist.querySelector("dl");
  for (const row of list.querySelectorAll("[data-keylist-row]")) row.remove();
  const seen = new Set();
  const rows = [];
  for (const element of document.querySelectorAll("[data-key]")) {
    if (seen.has(element.dataset.key) || !isThere(element)) continue;
    seen.add(element.dataset.key);
    rows.push(...rowFor(element));
  }
  list.prepend(...rows);
  keylist.showModal();
}

for (const opener of document.querySelectorAll("[data-keylist-open]")) {
  opener.hidden = false;
  opener.addEventListener("click", showKeys);
}
