// What is announced while somebody reads further down: it stays at the top of the screen until they say that they have seen it, or
// come to where it stands anyway.

const box = document.getElementById("announced");
const texts = () => [...box.querySelectorAll("p b")].map((one) => one.textContent);
const isUnseen = () => box.classList.contains("announced--unseen");

function mark(unseen) {
  box.classList.toggle("announced--unseen", unseen);
  const button = box.querySelector(".announced__seen");
  if (button) button.hidden = !unseen;
}

function begin() {
  let known = texts();
  // What stays in view tells nothing of where it would be: a point of the page just before it does. An observer tells of it late on
  // a busy phone, so that where it is now is looked up.
  const place = document.createElement("div");
  box.before(place);
  const isAbove = () => place.getBoundingClientRect().top < 0;
  new IntersectionObserver(() => isAbove() || mark(false)).observe(place);

  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target !== box) return;
    const now = texts();
    const hasNew = now.some((text) => !known.includes(text));
    known = now;
    mark(now.length > 0 && isAbove() && (hasNew || isUnseen()));
  });
  box.addEventListener("click", ({ target }) => target.closest(".announced__seen") && mark(false));
}

if (box) begin();
