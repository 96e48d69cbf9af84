// Handing in cards: Enter sends what is typed and frees the field at once. The answers come one after another, each in
// place of the last. What the server refuses goes back into the field.

import { say } from "./desk-parts.js";
import { put } from "./merge.js";

const PARTS = ["in-e", "received-said", "lying-panel", "missing-panel"];

const form = document.getElementById("hand-in");
const field = form?.elements.seats;
const waiting = [];
let isSending = false;

async function ask(seats) {
  const fields = new URLSearchParams(new FormData(form));
  fields.set("seats", seats);
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { page, isTaken: answer.ok && Boolean(page.getElementById("received-said")) };
  } catch {
    return { page: null, isTaken: false };
  }
}

/** Put what the answer says in place of what stands here; false where it says nothing of handing in. */
function show(page) {
  if (!page?.getElementById("received-said")) return false;
  for (const part of PARTS) put(document.getElementById(part), page.getElementById(part));
  form.elements.table.value = page.querySelector("#hand-in [name=table]").value;
  return true;
}

/** Back into the field with everything that was not taken, before what is typed there by now. */
function giveBack(page) {
  field.value = [...waiting, field.value].join(" ").trim();
  waiting.length = 0;
  field.ariaInvalid = "true";
  if (show(page)) return;
  const said = document.createElement("p");
  said.className = "error";
  said.textContent = page?.querySelector("[data-refused]")?.textContent.trim() ?? form.dataset.lost;
  document.getElementById("in-e").replaceChildren(said);
}

function drawWaiting() {
  const line = document.getElementById("in-wait");
  line.textContent = waiting.length ? say(form.dataset.sending, waiting.join(" ")) : "";
  line.hidden = waiting.length === 0;
}

async function send() {
  if (isSending) return;
  isSending = true;
  while (waiting.length) {
    drawWaiting();
    const { page, isTaken } = await ask(waiting[0]);
    if (isTaken) {
      waiting.shift();
      field.ariaInvalid = "false";
      show(page);
    } else {
      giveBack(page);
    }
  }
  drawWaiting();
  isSending = false;
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  waiting.push(field.value);
  field.value = "";
  field.focus();
  send();
});
form?.setAttribute("data-ready", "");
