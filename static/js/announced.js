// Announcements for somebody who has scrolled down: each stays at the top of the screen until they dismiss it or reach
// its place. Seen ones are remembered per tab, since a page may also open further down, by a link to a row or restored
// by the browser.

const SEEN = "pegboard/announced";
const box = document.getElementById("announced");

const told = () =>
  [...box.querySelectorAll("p")].map((one) => `${one.querySelector("time").dateTime} ${one.querySelector("b").textContent}`);

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(SEEN)) ?? [];
  } catch {
    return [];
  }
}

function begin() {
  const seen = new Set(kept());
  // What stays in view tells nothing of where it would be: a point of the page just before it does. An observer tells of it late on
  // a busy phone, so that where it is now is looked up.
  const place = document.createElement("div");
  box.before(place);
  const isAbove = () => place.getBoundingClientRect().top < 0;

  function remember() {
    const unknown = told().filter((one) => !seen.has(one));
    if (!unknown.length) return;
    for (const one of unknown) seen.add(one);
    try {
      sessionStorage.setItem(SEEN, JSON.stringify([...seen]));
    } catch {
      // Where the browser keeps nothing, this page knows it as long as it is open.
    }
  }

  function show() {
    const isUnseen = told().some((one) => !seen.has(one));
    box.classList.toggle("announced--unseen", isUnseen);
    const button = box.querySelector(".announced__seen");
    if (button) button.hidden = !isUnseen;
  }

  function look() {
    if (!isAbove()) remember();
    show();
  }

  new IntersectionObserver(look).observe(place);
  document.addEventListener("htmx:afterSwap", ({ target }) => target === box && look());
  box.addEventListener("click", ({ target }) => {
    if (!target.closest(".announced__seen")) return;
    remember();
    show();
  });

  if (!isAbove()) return;
  look();
  // What stays at the top must not cover the row that a link leads to: that begins at the top too, but for a part of a pixel.
  const top = document.querySelector(":target")?.getBoundingClientRect().top ?? -Infinity;
  const covered = box.getBoundingClientRect().bottom - top;
  if (top > -1 && covered > 0) scrollBy({ top: -covered, behavior: "instant" });
}

// By then the page stands where it was opened.
if (box) addEventListener("load", begin);
