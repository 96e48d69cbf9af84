// Merges a fresh copy of a part into the page, changing only what the server wrote differently since. All other
// elements stay the same: with their focus, what is typed, ticked and opened in them, and what scripts made of them.

/** What scripts fill, or what is said once: the server's copy says nothing of it. */
const STAYS = "[data-stays]";
/** What is changed as one, or not at all while somebody types in it. */
const WHOLE = "form, [data-whole]";
const ROWS = "li, tr, dt, dd, option";
const TOKEN = "input[name=csrfmiddlewaretoken]";
/** By which a form that is sent again is known. It stays while the page only brings news, so that what got no answer can be sent
 * again; a form that comes to be about something else has another one. */
const FORM_KEY = "input[name=form_key]";
export const TYPED = "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=hidden]), textarea, select";

/** Each element's copy as the server wrote it last. */
const written = new WeakMap();
let held = false;
let isOwn = false;

/** What a field was read from, beside it: it goes with what its field shows, and says nothing of what the form is about. */
const AT_FIRST = "input[type=hidden][name^=initial-]";

/** What a form is about: where it goes, and what it carries unseen. */
export function aboutOf({ attributes, elements }) {
  const isUnseen = (field) =>
    field.type === "hidden" && !["csrfmiddlewaretoken", "form_key"].includes(field.name) && !field.matches(AT_FIRST);
  const unseen = [...elements].filter(isUnseen);
  return [attributes.action?.value, ...unseen.map(({ name, value }) => `${name}=${value}`)].join("\n");
}

/** Leave out what is another one in every copy: the token, what is not the server's to say, and scripts, which htmx drops. */
function tidy(copy) {
  for (const one of copy.querySelectorAll(STAYS)) one.replaceChildren();
  for (const one of copy.querySelectorAll(`${TOKEN}, ${FORM_KEY}`)) one.setAttribute("value", "");
  for (const one of copy.querySelectorAll("script")) one.remove();
  copy.normalize();
  return copy;
}

function pair(live, copy) {
  written.set(live, copy);
  if (live.matches(STAYS)) return;
  const children = [...live.children].filter(({ localName }) => localName !== "script");
  for (const [place, child] of [...copy.children].entries()) pair(children[place], child);
}

/** This is how the server wrote it: called before any script has touched it. */
export function remember(live) {
  pair(live, tidy(live.cloneNode(true)));
}

/** Put the server's copy in place of what stands, so that the next fresh copy finds it again. */
export function put(live, copy) {
  const own = document.adoptNode(copy);
  live.replaceWith(own);
  remember(own);
}

function made(fresh) {
  const live = document.importNode(fresh, true);
  pair(live, fresh);
  return live;
}

function wasTyped(field) {
  if (!field.matches("select")) return field.value !== field.defaultValue;
  const options = [...field.options];
  return field.selectedIndex !== Math.max(options.findLastIndex(({ defaultSelected }) => defaultSelected), options.length ? 0 : -1);
}

/** Whether somebody has ticked or chosen something in a form that carries what it was read from: it must stay with that. */
function isTickedIn(part) {
  const ticks = part.querySelector(AT_FIRST) ? [...part.querySelectorAll("input[type=radio], input[type=checkbox]")] : [];
  return ticks.some((one) => one.checked !== one.defaultChecked);
}

const isTypedIn = (part) =>
  [...part.querySelectorAll(TYPED)].some((field) => field === document.activeElement || wasTyped(field)) || isTickedIn(part);

/** So long somebody who touched the page is taken to be at work on it, milliseconds. */
const AT_WORK = 10_000;
let touchedAt = -AT_WORK;
for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => (touchedAt = performance.now()), true);

/** Whether a form that comes to be about something else waits: one press of a key would send what nobody has looked at. What was
 * chosen in it waits too; where nobody is at work it comes to be about what is on. */
function isOnePressAway(form) {
  const isChosen = [...form.querySelectorAll("input[type=radio], input[type=checkbox]")].some((one) => one.checked !== one.defaultChecked);
  return Boolean(form.querySelector("[data-key~=Enter]")) && (isChosen || performance.now() - touchedAt < AT_WORK);
}

const isElement = ({ nodeType }) => nodeType === Node.ELEMENT_NODE;

function setAttributes(live, before, fresh) {
  for (const name of new Set([...before.getAttributeNames(), ...fresh.getAttributeNames()])) {
    const value = fresh.getAttribute(name);
    if (before.getAttribute(name) === value) continue;
    if (value === null) live.removeAttribute(name);
    else live.setAttribute(name, value);
    if (name === "value" && live.matches("input")) live.value = value ?? "";
    else if (name === "checked" || name === "selected") live[name] = value !== null;
  }
}

/** By what an element is known again among those beside it; empty where by nothing but its place. */
function keyOf(element) {
  const first = element.matches(ROWS) ? element.querySelector("[id], a[href], [name=seat]") : null;
  const name = element.id || first?.id || first?.getAttribute("href") || first?.value || element.getAttribute("aria-labelledby");
  return name ? `${element.localName} ${name}` : "";
}

/** Which of the nodes that stand becomes which of the fresh ones. */
function matched(nodes, fresh) {
  const free = new Set(nodes);
  const found = new Map();
  const wrote = (node) => written.get(node) ?? node;
  const keys = new Map([...nodes, ...fresh].filter(isElement).map((node) => [node, keyOf(wrote(node))]));
  const pass = (isSame) => {
    for (const one of fresh) {
      if (found.has(one) || !isElement(one)) continue;
      const node = [...free].find((other) => isElement(other) && isSame(other, one));
      if (!node) continue;
      free.delete(node);
      found.set(one, node);
    }
  };
  const byKey = new Map(nodes.filter((node) => keys.get(node)).map((node) => [keys.get(node), node]));
  for (const one of fresh) {
    const node = keys.get(one) && byKey.get(keys.get(one));
    if (node && free.delete(node)) found.set(one, node);
  }
  const byPlace = (isSame) => (node, one) => !keys.get(node) && !keys.get(one) && isSame(wrote(node), one);
  pass(byPlace((node, one) => node.isEqualNode(one)));
  pass(byPlace((node, one) => node.localName === one.localName && node.className === one.className));
  pass(byPlace((node, one) => node.localName === one.localName));
  const rest = [...free].filter((node) => !isElement(node));
  for (const one of fresh) if (!isElement(one) && rest.length) found.set(one, rest.shift());
  return found;
}

function setChildren(live, before, fresh) {
  // What stands in an element of the server's and is not the server's own, a script has put there.
  const isServers = (node) => (!before && node.localName !== "script") || !isElement(node) || written.has(node);
  const nodes = [...live.childNodes].filter(isServers);
  const wanted = [...fresh.childNodes];
  const found = matched(nodes, wanted);
  const stands = new Set(found.values());
  for (const node of nodes) {
    if (stands.has(node)) continue;
    // What somebody types in is taken from under nobody's hands: whoever sends it is told by the server.
    if (isElement(node) && isTypedIn(node)) held = true;
    else node.remove();
  }
  let at = live.firstChild;
  for (const one of wanted) {
    while (at && !stands.has(at)) at = at.nextSibling;
    const node = found.get(one);
    if (!node) {
      live.insertBefore(isElement(one) ? made(one) : document.importNode(one), at);
      continue;
    }
    const now = change(node, one);
    if (at === node) at = now.nextSibling;
    else if (live.moveBefore) live.moveBefore(now, at);
    else live.insertBefore(now, at);
  }
}

/** Make this node what the fresh one is; what stands there then. */
function change(live, fresh) {
  if (!isElement(live)) {
    if (live.data !== fresh.data) live.data = fresh.data;
    return live;
  }
  const before = written.get(live);
  if (live.matches(STAYS) || before?.isEqualNode(fresh)) return live;
  const isOther = live.localName === "form" && aboutOf(before ?? live) !== aboutOf(fresh);
  if (live.matches(WHOLE) && (isTypedIn(live) || (isOther && isOnePressAway(live)))) {
    // What somebody's own act was answered with may say it otherwise than the page does: that is no news to them.
    if (isOwn) written.set(live, fresh);
    else held ||= !live.matches("form:not([method=post])");
    return live;
  }
  if (isOther) {
    const other = made(fresh);
    live.replaceWith(other);
    return other;
  }
  setAttributes(live, before ?? live, fresh);
  setChildren(live, before, fresh);
  written.set(live, fresh);
  return live;
}

/** Bring the fresh copy into what stands; whether something of it was left as it is because somebody is at work there. `afterOwn`:
 * they did something themselves since the copy before. */
export function merge(live, fresh, { afterOwn = false } = {}) {
  held = false;
  isOwn = afterOwn;
  const token = fresh.querySelector(TOKEN)?.value;
  const key = fresh.querySelector(FORM_KEY)?.value;
  const { activeElement } = document;
  keepPlace(live, () => change(live, tidy(fresh)));
  if (token) for (const one of live.querySelectorAll(TOKEN)) one.setAttribute("value", token);
  if (key) for (const one of live.querySelectorAll(FORM_KEY)) if (!one.value) one.setAttribute("value", key);
  if (document.activeElement !== activeElement && activeElement?.isConnected) activeElement.focus({ preventScroll: true });
  return held;
}

// ---- The place on the screen ----

const LOOKED_AT = "tr, li, summary, h1, h2, h3, p, dl, form";

function isInView(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && height < innerHeight && bottom > 0 && top < innerHeight;
}

/** Change a part so that what is looked at stays where it is: the element with the focus, else what stands first on the screen.
 * Whoever is at the top of the page stays there. */
function keepPlace(part, act) {
  const { activeElement, documentElement } = document;
  const inView = scrollY > 0 ? [...part.querySelectorAll(LOOKED_AT)].filter(isInView) : [];
  const isFocused = scrollY > 0 && activeElement !== part && part.contains(activeElement) && isInView(activeElement);
  const marks = (isFocused ? [activeElement, ...inView] : inView).map((mark) => [mark, mark.getBoundingClientRect().top]);
  // The browser would do likewise by its own lights, and both together too much.
  documentElement.style.overflowAnchor = "none";
  act();
  const moves = marks.filter(([mark]) => mark.isConnected).map(([mark, top]) => mark.getBoundingClientRect().top - top);
  // A row that is another's place away says nothing of the rest: what moved together does.
  const together = moves.find((move, place) => Math.abs(move - moves[place + 1]) < 1) ?? moves[0];
  const isKept = (isFocused && activeElement.isConnected) || Math.abs(moves[0]) < Math.abs(together);
  const by = (isKept ? moves[0] : together) ?? 0;
  if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: "instant" });
  documentElement.style.overflowAnchor = "";
}
