// On the list of cards: what was typed on this computer and is not saved yet goes out from here too, and what was refused
// stands here with what to do about it.

import { link } from "./desk-parts.js";
import { Pile } from "./desk-pile.js";
import { Queue } from "./desk-queue.js";
import { Status } from "./desk-status.js";
import { Store } from "./desk-store.js";

const root = document.getElementById("desk");
const words = JSON.parse(document.getElementById("desk-words").textContent);
const { user, event, pile: whole } = root.dataset;
const addressOf = (seat) => root.dataset.card.replace("A-0", seat);

const store = new Store();
const queue = new Queue(store, { user, event, whole });
const pile = new Pile(store, { address: whole, event, user });
const status = new Status(root, { queue, pile, words, look: (item) => location.assign(item.address) });

// What went out from here stays said until the page is left.
let wasSent = false;

function draw() {
  status.draw();
  root.hidden = !queue.items.length && !wasSent;
  document.getElementById("held-cards").replaceChildren(
    ...[...queue.seats].map((seat) => Object.assign(link(seat, addressOf(seat)), { className: "btn" })).map((made) => {
      const item = document.createElement("li");
      item.append(made);
      return item;
    }),
  );
}

queue.addEventListener("change", draw);
queue.addEventListener("saved", () => (wasSent = true));
pile.addEventListener("heard", ({ detail }) => {
  if (detail === "live") queue.hear();
  else if (detail === "lost") queue.lose();
  else if (detail === "out" || detail === "other") queue.signOut();
  draw();
});

await queue.refresh();
// Who types nothing here asks the server nothing more.
if (queue.items.length) {
  queue.wake();
  await pile.load();
  pile.start();
}
