// The card on the phone: says what a spread is worth, and keeps a game that did not reach the server until it does.
// Nothing is shown as saved before the server has it; without this script the form is sent as any other.

const RETRY = 4_000;
const SKUNK = 31;

const form = document.getElementById("tell");
const place = form && `pegboard/phone/${form.dataset.phoneCard}`;
const held = document.getElementById("held");

const fill = (text, value) => text.replace("%s", value);

function waiting() {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? [];
  } catch {
    return [];
  }
}

function keep(all) {
  try {
    if (all.length) localStorage.setItem(place, JSON.stringify(all));
    else localStorage.removeItem(place);
    return true;
  } catch {
    // A phone that keeps nothing sends as any browser does.
    return false;
  }
}

// ---- What it is worth ----

function say() {
  const by = /^0*([1-9]\d{0,2})$/.exec(form.elements.by.value.trim())?.[1];
  const out = document.getElementById("by-say");
  const result = form.elements.result.value;
  if (!by || Number(by) > 121 || !result) {
    out.textContent = "";
    return;
  }
  const isSkunk = result === "won" && Number(by) >= SKUNK;
  const { won, lostBy, skunk, points } = form.dataset;
  const worth = document.createElement("b");
  worth.textContent = fill(points, result === "lost" ? 0 : isSkunk ? 3 : 2);
  out.replaceChildren(fill(result === "lost" ? lostBy : isSkunk ? skunk : won, by), document.createElement("br"), worth);
}

// ---- Sending, and keeping what was not sent ----

function showHeld() {
  const games = waiting().map(({ game }) => game);
  held.hidden = games.length === 0;
  held.querySelector("span").textContent = games.length ? fill(form.dataset.lost, games.join(", ")) : "";
}

/** What the server answers: on to the card where it took the game, else its page with the reason. Throws while it is away. */
async function send(one) {
  const fields = new URLSearchParams(one.fields);
  // The page may have been loaded anew since.
  fields.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  // The card is loaded afterwards, with the words that go with it: here nobody would read them.
  const answer = await fetch(form.action, { method: "POST", body: fields, credentials: "same-origin", redirect: "manual" });
  // Who is sent away for now, or holds a form that is too old, has said nothing wrong: the game waits on.
  if (answer.status >= 500 || answer.status === 429 || answer.status === 403) throw new Error("away");
  return answer;
}

/** On to the next game while this one waits. */
function turnOn(game) {
  const row = [...document.querySelectorAll("tr[data-open]")].find(({ dataset }) => Number(dataset.game) > game);
  if (!row) return;
  form.elements.game.value = row.dataset.game;
  form.elements.key.value = crypto.randomUUID();
  for (const radio of form.elements.result) radio.checked = false;
  form.elements.by.value = "";
  say();
  for (const part of document.querySelectorAll("[data-now]")) {
    if (part.dataset.now === "place") part.remove();
    else part.textContent = row.dataset[part.dataset.now] ?? "";
  }
}

let isSending = false;

async function sendHeld() {
  if (isSending || waiting().length === 0) return;
  isSending = true;
  try {
    while (waiting().length) {
      const [first, ...rest] = waiting();
      const answer = await send(first);
      keep(rest);
      showHeld();
      if (answer.type !== "opaqueredirect") {
        // The server refuses it: its own page says why, with what was typed.
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        document.getElementById("main").replaceWith(document.adoptNode(page.getElementById("main")));
        return;
      }
      if (rest.length === 0) location.assign(form.action);
    }
  } catch {
    showHeld();
  } finally {
    isSending = false;
  }
}

if (form) {
  form.addEventListener("input", say);
  form.addEventListener("submit", (event) => {
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    const one = { game: Number(form.elements.game.value), fields };
    const others = waiting().filter(({ game }) => game !== one.game);
    if (!keep([...others, one])) return;
    event.preventDefault();
    const button = form.querySelector("[type=submit]");
    button.setAttribute("aria-busy", "true");
    sendHeld().finally(() => {
      button.removeAttribute("aria-busy");
      if (waiting().some(({ game }) => game === one.game)) turnOn(one.game);
    });
  });
  addEventListener("online", sendHeld);
  setInterval(sendHeld, RETRY);
  say();
  showHeld();
  sendHeld();
}
