// On a page that refuses somebody: says what they typed in this browser and is not saved, so that nobody takes it for
// lost.

import { count, link } from "./desk-parts.js";
import { Queue } from "./desk-queue.js";
import { Store } from "./desk-store.js";

const box = document.getElementById("held-here");
const { user, one, many } = box.dataset;
const queue = new Queue(new Store(), { user });

queue.addEventListener("change", () => {
  const cards = new Map([...queue.mine.filter(({ act }) => !act), ...queue.begun].map(({ address, seat }) => [address, seat]));
  box.querySelector("b").textContent = count([one, many], cards.size);
  box.querySelector("span").replaceChildren(
    ...[...cards].flatMap(([address, seat], place) => [place ? ", " : "", Object.assign(link(seat, address), { className: "nowrap" })]),
  );
  box.hidden = cards.size === 0;
});
await queue.refresh();
