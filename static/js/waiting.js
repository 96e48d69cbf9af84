// Since when somebody waits for a judge, in minutes and seconds, by the server's time: this computer's may be wrong. Without it
// the page says at what time they called.

import { written } from "./time-left.js";

const ahead = new WeakMap();

function show() {
  for (const time of document.querySelectorAll("time[data-since]")) {
    const now = Date.now() / 1000;
    if (!ahead.has(time)) ahead.set(time, now - Number(time.dataset.now));
    time.textContent = written(Math.max(0, Math.floor(now - ahead.get(time) - Number(time.dataset.since))));
  }
}

show();
setInterval(show, 1000);
// A call that came meanwhile.
document.addEventListener("htmx:afterSettle", show);
