// What the desk says about itself: whether everything is saved, what is held here and why, what the server refused and what
// to do about it, and the pile with the state of every card. Nothing of it goes away by itself before it is settled.

import { button, count, icon, link, say, tag } from "./desk-parts.js";
import { moveFront } from "./desk-track.js";

/** The one line that is always there. `kind` is done, wait or work. */
export function stateOf(queue, pile, words) {
  const mine = queue.mine;
  const held = mine.filter(({ act }) => !act).length;
  const stuck = queue.troubles.length;
  if (!queue.isSignedIn && pile.user && pile.user !== queue.user) {
    return { kind: "wait", text: say(words.other_user, pile.user, queue.user) };
  }
  if (!queue.isSignedIn) return { kind: "wait", text: words.signed_out, signIn: true };
  if (pile.refused) return { kind: "wait", text: `${pile.refused} ${held ? count(words.kept_refused, held) : ""}`.trim() };
  if (!queue.connected) return { kind: "wait", text: held ? count(words.offline_held, held) : words.offline };
  const waiting = mine.length - stuck;
  if (waiting) return { kind: "work", text: count(words.sending, waiting) };
  if (stuck) return { kind: "wait", text: count(words.stuck, stuck) };
  return { kind: "done", text: say(words.all_saved, pile.at) };
}

export class Status {
  constructor(root, { queue, pile, words, look }) {
    Object.assign(this, { root, queue, pile, words, look });
    this.line = root.querySelector("#desk-state");
    this.troubles = root.querySelector("#troubles");
    this.foreign = root.querySelector("#foreign");
    this.sure = null;
  }

  draw() {
    const { words, queue } = this;
    const { kind, text, signIn } = stateOf(queue, this.pile, words);
    // Nothing was heard of the server yet: nothing is said of it.
    this.line.hidden = kind === "done" && !this.pile.at;
    if (this.line.hidden) return;
    const warning = queue.store.lasts ? "" : ` ${words.memory_only}`;
    if (this.line.textContent.trim() !== `${text}${warning}${signIn ? ` ${words.sign_in}` : ""}`) {
      this.line.className = `desk-state desk-state--${kind}`;
      const again = signIn ? link(words.sign_in, this.root.dataset.signIn) : null;
      if (again) again.target = "_blank";
      this.line.replaceChildren(icon({ done: "i-check", wait: "i-warn", work: "i-up" }[kind]), " ", text, warning, ...(again ? [" ", again] : []));
    }
    this.drawTroubles();
    this.drawForeign();
  }

  // ---- What the server refused ----

  drawTroubles() {
    const shown = this.queue.troubles.map((item) => `${item.key} ${item.state} ${item.key === this.sure}`).join("\n");
    if (shown === this.shown) return;
    this.shown = shown;
    this.troubles.replaceChildren(...this.queue.troubles.map((item) => this.trouble(item)));
    this.troubles.hidden = this.queue.troubles.length === 0;
  }

  trouble(item) {
    const { words, queue } = this;
    const box = document.createElement("div");
    box.className = "notice notice--wait trouble";
    box.setAttribute("role", "alert");
    box.dataset.trouble = item.seat;
    const said = document.createElement("p");
    const title = document.createElement("b");
    title.textContent = `${item.seat} ${item.name}`;
    said.append(title, ": ", item.message, " ", item.state === "refused" ? words.kept : "");
    const acts = document.createElement("div");
    acts.className = "cluster gap-s";
    if (this.sure === item.key) {
      acts.append(
        button(say(words.discard_yes, item.seat, item.name, item.lines), () => this.discard(item)),
        button(words.discard_no, () => this.ask(null)),
      );
    } else {
      if (item.state === "conflict") acts.append(button(words.look_at_both, () => this.look(item), "btn--primary"));
      else acts.append(button(item.act ? words.again : words.open, () => (item.act ? queue.again(item.key) : this.look(item)), "btn--primary"));
      if (item.state === "refused" && !item.act) acts.append(button(words.again, () => queue.again(item.key)));
      acts.append(button(words.discard, () => this.ask(item.key)));
    }
    box.append(icon("i-warn"), said, acts);
    return box;
  }

  ask(key) {
    this.sure = key;
    this.drawTroubles();
  }

  async discard(item) {
    this.sure = null;
    await this.queue.discard(item.key);
  }

  // ---- What others typed here ----

  drawForeign() {
    const { foreign } = this.queue;
    const shown = [...foreign].join(" ");
    if (shown === this.shownForeign) return;
    this.shownForeign = shown;
    this.foreign.hidden = foreign.size === 0;
    this.foreign.replaceChildren(...[...foreign.keys()].map((user) => this.foreignOf(user)));
  }

  foreignOf(user) {
    const items = this.queue.items.filter((item) => item.user === user && !item.act);
    const box = document.createElement("details");
    const title = document.createElement("summary");
    title.textContent = count(this.words.foreign, items.length, user, user);
    const list = document.createElement("ul");
    for (const item of items) {
      const row = document.createElement("li");
      const lines = Object.entries(item.fields).map(([field, text]) => `${field.replace(/^line-|^total-/, "").replaceAll("_", " ")}: ${text}`);
      row.textContent = `${item.seat} ${item.name}. ${lines.join(", ")}`;
      list.append(row);
    }
    box.append(title, list);
    return box;
  }
}

// ---- The pile ----

/** The list of cards beside the desk: what is left, with everything that is on its way. */
export class PileList {
  constructor(root, { queue, pile, words, address, open }) {
    Object.assign(this, { queue, pile, words, address, open, saved: new Map() });
    this.list = root.querySelector(".pile");
    this.left = root.querySelector("#left-count");
    this.next = root.querySelector("#next-card");
    this.meter = root.querySelector(".meter");
  }

  draw(seat) {
    const held = this.queue.seats;
    const cards = this.pile.around(seat, held, this.saved);
    this.left.textContent = this.pile.left(held).length;
    moveFront(this.meter, [...this.pile.cards.values()].filter(({ state }) => state === "complete" || state === "off").length);
    const following = this.pile.next(seat, held);
    this.next.hidden = !following;
    if (following) this.next.querySelector("b").textContent = `${following.seat} ${following.name}`;
    this.put(cards.map((card) => this.row(card, seat)));
  }

  /** Nothing is put in place of the same again, and whoever stands on a card of the list stays there. */
  put(rows) {
    const shown = rows.map((row) => row.outerHTML).join("");
    if (shown === this.shown) return;
    this.shown = shown;
    const address = this.list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    this.list.replaceChildren(...rows);
    if (address) this.list.querySelector(`a[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
  }

  row(card, seat) {
    const row = document.createElement("li");
    const id = document.createElement("b");
    id.textContent = card.seat;
    const isNow = card.seat === seat;
    const name = isNow ? document.createElement("span") : link("", this.address(card.seat));
    name.textContent = card.name;
    if (isNow) {
      row.className = "is-now";
      row.setAttribute("aria-current", "true");
    } else {
      name.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || card.own) return;
        event.preventDefault();
        this.open(card.seat);
      });
    }
    const marks = this.marks(card);
    if (!isNow && (card.own || this.pile.peopleAt(card.seat).length)) row.className = "is-taken";
    row.append(id, name, ...marks);
    return row;
  }

  /** The state of a card in a word with its icon, and who has it open. */
  marks(card) {
    const { words } = this;
    const item = this.queue.held(card.seat);
    const people = this.pile.peopleAt(card.seat).map((one) => this.initials(one));
    if (item) {
      const isSending = this.queue.sending === item.key;
      if (item.state !== "waiting") return [this.mark("i-warn", words.look, "wait"), ...people];
      return [isSending ? this.mark("i-up", words.is_sending, "work") : this.mark("i-down", words.is_held, "wait"), ...people];
    }
    if (this.saved.has(card.seat)) return [this.mark("i-check", say(words.is_saved, this.saved.get(card.seat)), "done"), ...people];
    if (card.own) return [tag(words.own)];
    if (card.aside) return [tag(words.aside)];
    if (card.state === "unfinished" || card.state === "received") return [tag(card.note), ...people];
    return people;
  }

  mark(drawn, text, kind) {
    const made = document.createElement("span");
    made.className = `pile__note pile__note--${kind}`;
    made.append(icon(drawn), text);
    return made;
  }

  initials({ initials, name, mine }) {
    const made = document.createElement("span");
    made.className = "initials";
    made.title = mine ? this.words.own_tab : name;
    made.textContent = initials;
    return made;
  }
}
