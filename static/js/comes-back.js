// A page that is hidden for a while reloads, says so, and reloads once it is public again. Scroll position, open parts
// and search text are kept in this tab until then.

const PLACE = "pegboard/left";
const SEARCHES = "[role=search] input[type=text][id]";

let isLeaving = false;

const waits = () => document.querySelector("[data-waits]") !== null;

/** Note how the page stands, unless it only waits for another to come back. */
export function leave() {
  if (waits()) return;
  const all = (selector, write) => [...document.querySelectorAll(`main ${selector}`)].map(write);
  const left = {
    address: location.href,
    top: scrollY,
    opened: all("details[open] > summary[id]", ({ id }) => id),
    typed: all(SEARCHES, ({ id, value }) => [id, value]),
    across: all("[id]", ({ id, scrollLeft }) => [id, scrollLeft]).filter(([, by]) => by > 0),
    focused: document.activeElement?.id,
  };
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(left));
    history.scrollRestoration = "manual";
    isLeaving = true;
  } catch {
    // Where the browser keeps nothing, the page begins at its top.
  }
}

function taken() {
  try {
    const left = JSON.parse(sessionStorage.getItem(PLACE));
    sessionStorage.removeItem(PLACE);
    return left;
  } catch {
    return null;
  }
}

function comeBack() {
  const left = waits() ? null : taken();
  if (!left) return;
  // Not before the page is left: the browser would go back to where the page was that waited.
  addEventListener("pagehide", () => isLeaving || (history.scrollRestoration = "auto"));
  if (left.address !== location.href) return;
  const on = (id, act) => {
    const found = id && document.getElementById(id);
    if (found) act(found);
  };
  for (const id of left.opened) on(id, (summary) => (summary.parentElement.open = true));
  for (const [id, value] of left.typed) {
    on(id, (field) => {
      if (field.value === value) return;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  for (const [id, by] of left.across) on(id, (strip) => (strip.scrollLeft = by));
  on(left.focused, (element) => element.focus({ preventScroll: true }));
  scrollTo({ top: left.top, behavior: "instant" });
}

// By then every script of the page has made of it what it does.
addEventListener("load", comeBack);
