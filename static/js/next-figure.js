// Totals are typed from a pile of cards, mostly on a number pad. There Enter goes on to the next figure: without this it
// would send a night of which half is typed. After the last figure it goes on to the button.

const table = document.querySelector("table[data-figures]");

table?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
  event.preventDefault();
  const figures = [...table.querySelectorAll("input")];
  const next = figures[figures.indexOf(event.target) + 1] ?? table.closest("form").querySelector("[type=submit]");
  next.focus();
  next.select?.();
});
