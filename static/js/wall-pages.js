// Pages of a wall that follow one another by themselves, the whole page at once, on the projector and on the displays.

const TURN = 20_000;

let shown = "";
let turning;

const pages = () => [...document.querySelectorAll(".wall__page")];

function show(page) {
  for (const other of pages()) other.classList.toggle("is-shown", other === page);
  shown = page?.dataset.page ?? "";
}

/** The page that was shown, where it is still there; else the first one. */
export function keepPage() {
  const all = pages();
  show(all.find((page) => page.dataset.page === shown) ?? all[0]);
}

/** Turn the pages from now on, beginning with the first one. */
export function turnPages() {
  shown = "";
  keepPage();
  clearInterval(turning);
  turning = setInterval(() => {
    const all = pages();
    const at = all.findIndex((page) => page.dataset.page === shown);
    if (all.length > 1) show(all[(at + 1) % all.length]);
  }, TURN);
}
