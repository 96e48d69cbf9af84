// Pages of a wall that turn by themselves, a whole page at a time, on the projector and on the displays; likewise the
// announcements below them, if there are more than fit.

const TURN = 20_000;

let shown = "";
let told = 0;
let turning;

const pages = () => [...document.querySelectorAll(".wall__page")];
const announced = () => [...document.querySelectorAll(".wall__said ul")];

function show(page) {
  for (const other of pages()) other.classList.toggle("is-shown", other === page);
  shown = page?.dataset.page ?? "";
  const number = document.getElementById("turn");
  if (number) number.textContent = page?.getAttribute("aria-label") ?? "";
}

function tell(turn) {
  const all = announced();
  told = all.length ? turn % all.length : 0;
  all.forEach((one, at) => one.classList.toggle("is-shown", at === told));
}

/** Keep the page that was shown, where it is still there, else the first one; and the announcements whose turn it is. */
export function keepPage() {
  const all = pages();
  show(all.find((page) => page.dataset.page === shown) ?? all[0]);
  tell(told);
}

/** Turn the pages from now on, beginning with the first one. */
export function turnPages() {
  shown = "";
  told = 0;
  keepPage();
  clearInterval(turning);
  turning = setInterval(() => {
    const all = pages();
    const at = all.findIndex((page) => page.dataset.page === shown);
    if (all.length > 1) show(all[(at + 1) % all.length]);
    tell(told + 1);
  }, TURN);
}
