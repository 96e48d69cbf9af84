// Totals are typed from a pile of cards, mostly on a number pad. There Enter goes on to the next figure: without this it
// would send a night of which half is typed. It passes over the column of 28 and 29 hands, which is mostly empty. After the last figure it goes on to the button.

const table = document.querySelector("table[data-figures]");

table?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
  event.preventDefault();
  const figures = [...table.querySelectorAll("input:not([data-seldom])")];
  const from = event.target.closest("tr").querySelectorAll("input");
  const here = event.target.matches("[data-seldom]") ? from[from.length - 2] : event.target;
  const next = figures[figures.indexOf(here) + 1] ?? table.closest("form").querySelector("[type=submit]");
  next.focus();
  next.select?.();
});
