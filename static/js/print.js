// A button with data-print prints the page; without scripts it is not there, and the browser's own menu prints as well.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
