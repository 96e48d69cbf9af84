// How long somebody has waited for a judge, in whole minutes, by the server's time, since this computer's may be wrong.
// Without it the page shows the time of the call.

const ahead = new WeakMap();

function show() {
  for (const time of document.querySelectorAll("time[data-since]")) {
    const now = Date.now() / 1000;
    if (!ahead.has(time)) ahead.set(time, now - Number(time.dataset.now));
    const minutes = Math.floor((now - ahead.get(time) - Number(time.dataset.since)) / 60);
    const told = minutes < 1 ? time.dataset.under : time.dataset.minutes.replace("{n}", minutes);
    if (time.textContent !== told) time.textContent = told;
  }
}

show();
setInterval(show, 1000);
// A call that came meanwhile.
document.addEventListener("htmx:afterSettle", show);
