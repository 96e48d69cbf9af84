// A button with data-print prints the page. Without scripts it is hidden, and the browser's menu prints as well.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
