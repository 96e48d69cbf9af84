// The wall: its pages follow one another by themselves, results come in without turning the page, and the way back shows
// while somebody moves the mouse.

const TURN = 15_000;
const MOUSE_RESTS = 3_000;

const pages = () => [...document.querySelectorAll(".wall__page")];
let shown = pages()[0]?.dataset.page;

function show(page, { turned = false } = {}) {
  for (const other of pages()) {
    other.classList.toggle("is-shown", other === page);
    other.classList.toggle("is-turned", turned && other === page);
  }
  shown = page.dataset.page;
}

setInterval(() => {
  const all = pages();
  const at = all.findIndex((page) => page.dataset.page === shown);
  if (all.length > 1) show(all[(at + 1) % all.length], { turned: true });
}, TURN);

// A round that is over is gone: the first page comes instead.
document.addEventListener("htmx:afterSwap", () => {
  const all = pages();
  if (all.length) show(all.find((page) => page.dataset.page === shown) ?? all[0]);
});

let resting;
document.addEventListener("mousemove", () => {
  document.body.classList.add("has-mouse");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.remove("has-mouse"), MOUSE_RESTS);
});
