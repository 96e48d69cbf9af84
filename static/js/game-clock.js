// The clock of the current game, by the server's time, since this computer's may be wrong. Without it the page shows
// the end time.

import { written } from "./time-left.js";

function begin(clock) {
  const ahead = Date.now() / 1000 - Number(clock.dataset.now);
  const time = document.createElement("b");
  const word = document.createElement("span");
  word.className = "lead";
  clock.append(time, word);
  clock.hidden = false;
  const show = () => {
    const left = Math.ceil(Number(clock.dataset.ends) - (Date.now() / 1000 - ahead));
    time.textContent = written(left);
    word.textContent = left < 0 ? clock.dataset.over : clock.dataset.left;
  };
  show();
  setInterval(show, 1000);
  clock.dataset.clock = "on";
}

function beginAll() {
  for (const clock of document.querySelectorAll("[data-clock='']")) begin(clock);
}

beginAll();
// A game that was called meanwhile has its clock.
document.addEventListener("htmx:afterSettle", beginAll);
