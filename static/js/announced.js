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
  let isAbove = false;
  // What stays in view tells nothing of where it would be: a point of the page just before it does.
  const place = document.createElement("div");
  box.before(place);
  new IntersectionObserver(([{ isIntersecting, boundingClientRect }]) => {
    isAbove = !isIntersecting && boundingClientRect.top < 0;
    if (!isAbove) mark(false);
  }).observe(place);

  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target !== box) return;
    const now = texts();
    const hasNew = now.some((text) => !known.includes(text));
    known = now;
    mark(now.length > 0 && isAbove && (hasNew || isUnseen()));
  });
  box.addEventListener("click", ({ target }) => target.closest(".announced__seen") && mark(false));
}

if (box) begin();
