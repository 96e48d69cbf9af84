// The bracket: rounds change at once on touch, and the scroll position survives new results.

const columns = () => document.getElementById("columns");
const tabs = () => document.querySelector(".round-tabs");
let chosen = "";

/** Move sideways alone: the page itself stays where it is. */
function reveal(element, strip) {
  if (element && strip) strip.scrollLeft = element.offsetLeft - strip.offsetLeft - (strip.clientWidth - element.offsetWidth) / 2;
}

function revealShown() {
  reveal(document.querySelector(".round.is-shown"), columns());
  reveal(document.querySelector(".round-tabs [aria-current]"), tabs());
}

function choose(number) {
  chosen = number;
  for (const round of document.querySelectorAll(".round")) round.classList.toggle("is-shown", round.id === `round-${number}`);
  for (const tab of tabs().children) {
    if (tab.dataset.round === number) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  const address = new URL(location.href);
  address.searchParams.set("round", number);
  history.replaceState(history.state, "", address);
  reveal(document.querySelector(".round-tabs [aria-current]"), tabs());
}

// Enter sends a score and goes on: the cursor is in the next field before the answer is there.
document.addEventListener("submit", ({ target }) => {
  const fields = [...document.querySelectorAll(".scores input[name=score]")];
  const place = fields.findIndex((field) => field.form === target);
  if (place >= 0) (fields[place + 1] ?? fields.find((field) => field !== fields[place]) ?? document.querySelector(".run .chip[aria-current] + .chip"))?.focus();
});
document.querySelector(".run details")?.addEventListener("toggle", ({ target }) => {
  if (target.open) target.querySelector("[autofocus]")?.focus();
});

document.addEventListener("click", (event) => {
  const tab = event.target.closest(".round-tabs a");
  // With the control bar, the page comes anew: the bar is that of the chosen round.
  if (!tab || document.getElementById("run") || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  choose(tab.dataset.round);
});

// What is asked from then on is asked for the round that was chosen; an answer that was on its way shows another one.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (chosen && detail.elt.id === "bracket") detail.parameters.round = chosen;
});

let places = null;
document.addEventListener("htmx:beforeSwap", ({ target }) => {
  if (target.id === "bracket") places = [columns()?.scrollLeft, tabs()?.scrollLeft];
});
document.addEventListener("htmx:afterSettle", () => {
  if (!places) return;
  const [across, along] = places;
  places = null;
  if (chosen && tabs() && tabs().querySelector("[aria-current]")?.dataset.round !== chosen) choose(chosen);
  if (columns() && across !== undefined) columns().scrollLeft = across;
  if (tabs() && along !== undefined) tabs().scrollLeft = along;
});

revealShown();
