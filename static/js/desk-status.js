// The desk's status: whether everything is saved, what is held here and why, what the server refused and what to do
// about it, and the pile with the state of every card. Nothing disappears before it is settled.

import { button, count, icon, link, say, tag } from "./desk-parts.js";
import { moveFront } from "./desk-track.js";

const MOST_NAMED = 5;
const ICONS = { done: "i-check", wait: "i-warn", work: "i-up", kept: "i-down" };
const TOO_MANY = 429;
const OWN = "own_card";

/** Why the server refused an item, with each fault that it named. */
export function told({ message, errors = [], code }, words) {
  const isLine = (field) => code !== OWN && /^line-/.test(field);
  const faults = errors.map(({ field, message: fault }) => (isLine(field) ? say(words.game_fault, field.slice("line-".length), fault) : fault));
  return [message, ...faults.filter((fault) => fault !== message)].join(" ");
}

/** What of a refused card is to be mended in its fields: a line that stands again as it did is not. */
export const toMend = ({ errors = [], code } = {}) => (code === OWN ? [] : errors);

/** What of a refused card is kept, in a sentence; nothing where no more than its own games was changed. */
function keptOf({ state, code, errors = [], isOver }, words) {
  if (state !== "refused" || isOver) return "";
  return code === OWN && errors.length ? words.rest_kept : words.kept;
}

/** What keeps this browser and the server apart; null where nothing does. */
function hindrance(queue, pile, words, held) {
  if (!queue.isSignedIn && pile.user && pile.user !== queue.user) return { text: say(words.other_user, pile.by ?? pile.user, queue.by) };
  if (!queue.isSignedIn) return { text: words.signed_out, signIn: true };
  const kept = held ? count(words.kept_refused, held) : "";
  if (pile.refused) return { text: `${pile.refused} ${kept}`.trim() };
  if (!queue.connected) return { text: held ? count(words.offline_held, held) : words.offline };
  const status = queue.failing;
  if (status === null) return null;
  const isPage = status < 400;
  const text = isPage ? words.failing_page : say(status === TOO_MANY ? words.failing_busy : words.failing, status);
  return { text: `${text} ${kept}`.trim() };
}

/** What of the card on the desk is not on its way yet, or that all of it is saved; null where nothing needs to be said. */
function cardState(queue, { seat, lines, isChanged, isSaved, isCompared }, words) {
  if (lines) return { kind: "kept", text: count(isSaved ? words.changes_kept : words.lines_kept, lines, seat), isQuiet: true };
  if (isChanged) return { kind: "kept", text: say(words.totals_kept, seat), isQuiet: true };
  if (isCompared || queue.held(seat)) return null;
  return { kind: "done", text: say(isSaved ? words.card_saved : words.card_untouched, seat) };
}

/**
 * Everything that is typed in this browser and not saved, and only where that is nothing that all is saved. `card` is the
 * one on the desk, null where none is. Parts with a `kind`, the gravest of which is that of the whole.
 */
export function stateOf(queue, pile, words, card = null) {
  const mine = queue.mine;
  const stuck = queue.troubles.length;
  const waiting = mine.length - stuck;
  const lead = hindrance(queue, pile, words, mine.filter(({ act }) => !act).length);
  const begun = queue.begun.filter(({ event, seat }) => !card || event !== queue.event || seat !== card.seat);
  const foreign = [...queue.foreign.values()].flat();
  const parts = [];
  if (lead) parts.push({ kind: "wait", ...lead });
  else if (waiting) parts.push({ kind: "work", text: count(words.sending, waiting) });
  if (stuck) parts.push({ kind: "wait", text: count(words.stuck, stuck) });
  const isSaved = !parts.length;
  const onDesk = card && cardState(queue, card, words);
  if (onDesk?.kind === "kept") parts.push(onDesk);
  if (begun.length) parts.push({ kind: "wait", text: words.begun, begun });
  // Nothing was heard of the server yet: nothing is said of it.
  if (isSaved && pile.at) {
    const saved = parts.length ? words.else_saved : foreign.length ? words.mine_saved : words.all_saved;
    parts.push({ kind: "done", text: say(saved, pile.at) });
  }
  if (onDesk?.kind === "done" && pile.at) parts.push(onDesk);
  if (foreign.length) parts.push({ kind: "kept", text: count(words.others_wait, foreign.length) });
  return parts;
}

/** A link with the sign behind it, which never begins a line alone. */
function held(way, sign) {
  const made = document.createElement("span");
  made.className = "nowrap";
  made.append(way, sign);
  return made;
}

export class Status {
  constructor(root, { queue, pile, words, look, card = () => null, open = null }) {
    Object.assign(this, { root, queue, pile, words, look, card, open });
    this.line = root.querySelector("#desk-state");
    this.troubles = root.querySelector("#troubles");
    this.foreign = root.querySelector("#foreign");
    this.sure = null;
  }

  draw() {
    const parts = stateOf(this.queue, this.pile, this.words, this.card());
    if (!this.queue.store.lasts) parts.push({ kind: "wait", text: this.words.memory_only });
    const shown = JSON.stringify(parts);
    if (shown !== this.said) {
      this.said = shown;
      this.drawLine(parts);
    }
    this.drawTroubles();
    this.drawForeign();
  }

  drawLine(parts) {
    this.line.hidden = parts.length === 0;
    if (this.line.hidden) return;
    const kind = ["wait", "work", "kept", "done"].find((one) => parts.some((part) => part.kind === one));
    const body = document.createElement("span");
    body.append(...parts.flatMap((part, place) => [place ? " " : "", this.part(part)]));
    this.line.className = `desk-state desk-state--${kind}`;
    this.line.replaceChildren(icon(ICONS[kind]), body);
  }

  part({ kind, text, isQuiet, signIn, begun }) {
    const { words } = this;
    const made = document.createElement(kind === "wait" ? "b" : "span");
    made.append(text);
    // Each line that is typed changes it, and each line is read back already.
    if (isQuiet) made.ariaLive = "off";
    if (signIn) made.append(" ", Object.assign(link(words.sign_in, this.root.dataset.signIn), { target: "_blank" }));
    if (begun) {
      const named = this.open ? begun.slice(0, MOST_NAMED) : begun;
      made.append(...named.flatMap((draft, place) => [" ", held(this.way(draft), place + 1 < named.length ? "," : ".")]));
      const more = begun.length - named.length;
      if (more) made.append(" ", link(count(words.begun_more, more), this.root.dataset.list));
    }
    return made;
  }

  /** The way to a card that was begun, with how much of it is typed. */
  way({ event, seat, address, lines, isSaved }) {
    const isHere = event === this.queue.event;
    const named = isHere ? seat : `${this.eventName(event)} ${seat}`;
    const way = link(lines ? count(isSaved ? this.words.begun_changes : this.words.begun_lines, lines, named) : named, address);
    if (isHere && this.open) {
      way.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.open(seat);
      });
    }
    return way;
  }

  eventName(event) {
    return this.pile.whole?.events[event.split("/")[1]] ?? event;
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
    // A seat says nothing where it is of another event than the page.
    title.textContent = [`${item.seat} ${item.name}`, ...(item.event === queue.event ? [] : [this.eventName(item.event)])].join(", ");
    said.append(title, ": ", told(item, words), " ", keptOf(item, words));
    const acts = document.createElement("div");
    acts.className = "cluster gap-s";
    if (this.sure === item.key) {
      acts.append(
        button(say(words.discard_yes, item.seat, item.name, item.lines), () => this.discard(item)),
        button(words.discard_no, () => this.ask(null)),
      );
    } else if (item.isOver) {
      acts.append(button(words.open, () => this.look(item), "btn--primary"), button(words.put_away, () => this.discard(item)));
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
    const shown = JSON.stringify([...foreign]);
    if (shown === this.shownForeign) return;
    this.shownForeign = shown;
    this.foreign.hidden = foreign.size === 0;
    this.foreign.replaceChildren(...[...foreign].map(([user, cards]) => this.foreignOf(cards.find(({ by }) => by)?.by ?? user, cards)));
  }

  foreignOf(name, cards) {
    const box = document.createElement("details");
    const title = document.createElement("summary");
    title.textContent = count(this.words.foreign, cards.length, name, name);
    const list = document.createElement("ul");
    for (const card of cards) {
      const row = document.createElement("li");
      const typed = Object.entries(card.fields).map(([field, text]) => `${field.replace(/^line-|^total-/, "").replaceAll("_", " ")}: ${text}`);
      const named = `${card.seat} ${card.name}`;
      row.textContent = `${card.isBegun ? say(this.words.only_begun, named) : named}. ${typed.join(", ")}`;
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
    this.all = root.querySelector("#all-left");
    this.next = root.querySelector("#next-card");
    this.meter = root.querySelector(".meter");
  }

  draw(seat) {
    const { words } = this;
    const held = this.queue.cards;
    const cards = this.pile.around(seat, new Set([...held.keys(), ...this.saved.keys(), ...this.queue.begun.map((draft) => draft.seat)]));
    const { left, done } = this.pile.count(held);
    this.left.textContent = left;
    this.all.textContent = left ? count(words.all_left, left) : words.all_cards;
    moveFront(this.meter, done);
    const following = this.pile.next(seat, this.queue.seats);
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
    const marks = this.marks(card, seat);
    if (!isNow && (card.own || this.pile.peopleAt(card.seat).length)) row.className = "is-taken";
    row.append(id, name, ...marks);
    return row;
  }

  /** The state of a card in a word with its icon, and who has it open. */
  marks(card, seat) {
    const { words } = this;
    const item = this.queue.held(card.seat);
    const people = this.pile.peopleAt(card.seat).map((one) => this.initials(one));
    if (item) {
      const isSending = this.queue.sending === item.key;
      if (item.state !== "waiting") return [this.mark("i-warn", words.look, "wait"), ...people];
      return [isSending ? this.mark("i-up", words.is_sending, "work") : this.mark("i-down", words.is_held, "wait"), ...people];
    }
    const draft = card.seat === seat ? null : this.queue.draft(card.seat);
    if (draft) return [this.mark("i-down", draft.lines ? count(draft.isSaved ? words.is_changed : words.is_begun, draft.lines) : words.is_held, "wait"), ...people];
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
