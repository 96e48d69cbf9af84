// Looking again: a sign after the figure ends the line, as at the entry desk; the arrow down leaves it for later.

const ENDS = /^(@\s*(\?|[a-z]{1,2}[\s.-]*\d{1,3})\s+)?[wl.]?\d{1,3}\*?[+\-\u2212]$/i;

document.addEventListener("input", ({ target }) => {
  if (target.id === "reading" && ENDS.test(target.value.trim())) target.form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  if (event.target.id !== "reading" || event.key !== "ArrowDown" || event.target.value) return;
  event.preventDefault();
  document.getElementById("skip")?.click();
});
