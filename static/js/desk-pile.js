// The pile: every card, its opponents, and who has it open. Loaded once, then polled every few seconds for changes; the
// poll names the card open in this tab, so that others see it.

import { get, newKey, post } from "./desk-server.js";

const EVERY = 3000;
const EVERY_WHILE_AWAY = 1000;
export const TO_TYPE = ["missing", "received", "unfinished"];
const SHOWN = 12;
const TAB = "pegboard-tab";

export class Pile extends EventTarget {
  cards = new Map();
  savedMeanwhile = new Map();
  people = [];
  at = "";
  isWhole = false;
  isAway = false;
  tab = takeTab();
  seat = "";
  refused = null;
  user = null;
  by = null;

  /** `since` is the event's revision when the page was written, 0 for a page that was kept here. */
  constructor(store, { address, event, user, since = 0 }) {
    super();
    Object.assign(this, { store, address, event, since, owner: user, name: `pile\n${user}\n${event}` });
    // Before anything is waited for: a tab that is left at once keeps its name.
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", ({ persisted }) => persisted && (takeTab(), this.timer && this.poll()));
  }

  /** Read the whole pile: what was kept here at once unless the page knows better, then what the server says. */
  async load() {
    const kept = await this.store.kept(this.name);
    const takeKept = () => kept && !this.isWhole && this.take(kept);
    if (kept?.revision >= this.since) takeKept();
    await this.ask();
    // Without an answer an older pile is better than none.
    takeKept();
    return this.isWhole;
  }

  async ask() {
    this.savedMeanwhile = new Map();
    const answer = await get(this.address);
    if (this.hear(answer)) {
      this.take(this.withSaved(answer.body));
      await this.store.keep(this.name, this.whole);
    }
    return this.isWhole;
  }

  /** This card is saved from here and stands so now. A whole that is on its way may have been written before. */
  save(seat, card) {
    this.savedMeanwhile.set(seat, card);
    if (this.isWhole) this.put({ ...this.cards.get(seat), ...card });
  }

  withSaved(whole) {
    const newer = (card) => {
      const saved = this.savedMeanwhile.get(card.seat);
      return saved?.version > card.version ? { ...card, ...saved } : card;
    };
    return { ...whole, cards: whole.cards.map(newer) };
  }

  take(whole) {
    this.whole = whole;
    this.cards = new Map(whole.cards.map((card) => [card.seat, card]));
    this.people = whole.here;
    this.at = whole.at;
    this.isWhole = true;
    this.dispatchEvent(new Event("change"));
  }

  /** Whether this answer speaks of the pile, to the person whose page this is; what else it says is told. */
  hear({ status, body }) {
    this.user = body?.user ?? this.user;
    this.by = body?.by ?? this.by;
    // A private tournament is not there at all for whoever has no role in it any more.
    this.refused = body && [403, 404].includes(status) ? body.message : null;
    const kind =
      status === 200 && body ? (body.user === this.owner ? "live" : "other") : ({ 0: "lost", 401: "out" }[status] ?? (this.refused ? "refused" : "failed"));
    this.isAway = kind === "lost";
    this.dispatchEvent(new CustomEvent("heard", { detail: { kind, status } }));
    return kind === "live";
  }

  // ---- What changes ----

  start() {
    const again = async () => {
      await this.poll();
      this.timer = setTimeout(again, this.isAway ? EVERY_WHILE_AWAY : EVERY);
    };
    again();
    document.addEventListener("visibilitychange", () => document.hidden || this.poll());
  }

  async poll() {
    if (!this.isWhole) return this.ask();
    const { seat, tab } = this;
    const answer = await post(this.address, { seat, tab, v: this.whole.revision });
    // An old token is refused without a word: asking for the whole brings a new one.
    if (answer.status === 403 && !answer.body) return this.ask();
    if (!this.hear(answer)) return;
    const { body } = answer;
    if (body.reload) return this.ask();
    if (seat === this.seat) this.people = body.here;
    Object.assign(this.whole, { revision: body.revision, at: body.at });
    this.at = body.at;
    if (body.cards.length) await this.put(...body.cards);
    this.dispatchEvent(new Event("change"));
  }

  /** These cards stand so now; kept, so that a page opened without a network knows it too. */
  put(...cards) {
    for (const card of cards) this.cards.set(card.seat, card);
    this.whole.cards = [...this.cards.values()];
    return this.store.keep(this.name, this.whole);
  }

  /** This tab opens a card: others hear of it at once. */
  open(seat) {
    this.seat = seat;
    this.poll();
  }

  leave() {
    giveTab(this.tab);
    if (this.isWhole) post(this.address, { seat: "", tab: this.tab, v: this.whole.revision }, { keepalive: true });
  }

  // ---- What is known ----

  /**
   * Everybody else who has this card open, each once in however many tabs, this person too if it is open in another one of
   * theirs. `passed` are tabs to leave out.
   */
  peopleAt(seat, passed = new Set()) {
    const people = this.people.filter((one) => one.seat === seat && one.tab !== this.tab && !passed.has(one.tab));
    return people.filter((one, place) => people.findIndex(({ name, mine }) => name === one.name && mine === one.mine) === place);
  }

  expected(seat) {
    return this.whole.expected[seat] ?? [];
  }

  /** The two people of a team that is called otherwise; mostly nobody. */
  peopleOf(seat) {
    return this.whole?.teams?.[seat] ?? "";
  }

  /** Who plays for the one of this card, in words; mostly nobody. */
  substitute(seat) {
    return this.whole?.substitutes?.[seat] ?? "";
  }

  isExtra(seat, game) {
    return this.whole.extra[seat]?.includes(game) ?? false;
  }

  /** Whether neither this seat nor whom it would meet needs the game. A pile kept from before does not say. */
  isFree(seat, game) {
    return this.whole.free?.[seat]?.includes(game) ?? false;
  }

  /**
   * The pile with what is held here: every card is left, in, or of somebody who did not show up, so that the counts add up
   * with and without a network. `held` are the items of this event by seat.
   */
  count(held) {
    const cards = [...this.cards.values()];
    const left = cards.filter((card) => this.isLeft(card, held));
    return { left: left.length, done: cards.filter(({ state }) => state !== "no_show").length - left.length };
  }

  /** Whether lines are missing of this card, on the server and in what is on its way there. */
  isLeft(card, held) {
    const item = held.get(card.seat);
    return TO_TYPE.includes(card.state) && (item?.state === "waiting" ? item.lines : 0) < this.whole.games;
  }

  /** The next card to type after this one, from the first again at the end; `passed` are the seats to leave out. */
  next(seat, passed) {
    const cards = [...this.cards.values()];
    const place = cards.findIndex((card) => card.seat === seat);
    const isFree = (card) =>
      card.seat !== seat && TO_TYPE.includes(card.state) && !card.own && !card.aside && !passed.has(card.seat) &&
      !this.peopleAt(card.seat).some(({ mine }) => !mine);
    return [...cards.slice(place + 1), ...cards.slice(0, place + 1)].find(isFree);
  }

  /** The stretch of the pile around this card: what is left, and what was typed here lately or is held here. */
  around(seat, here) {
    const cards = [...this.cards.values()].filter(
      (card) => card.seat === seat || TO_TYPE.includes(card.state) || here.has(card.seat),
    );
    const place = Math.max(0, cards.findIndex((card) => card.seat === seat));
    const start = Math.max(0, Math.min(place - SHOWN / 2, cards.length - SHOWN));
    return cards.slice(start, start + SHOWN);
  }
}

/**
 * The name of this tab. It survives a reload, so that nobody meets themselves as another tab; while a page is open it is
 * not to be found, so that a tab that is made as a copy of this one gets a name of its own.
 */
export function takeTab() {
  try {
    const kept = sessionStorage.getItem(TAB);
    sessionStorage.removeItem(TAB);
    return kept ?? newKey();
  } catch {
    // A browser that keeps nothing: the old name is forgotten by the server soon.
    return newKey();
  }
}

export function giveTab(tab) {
  try {
    sessionStorage.setItem(TAB, tab);
  } catch {
    return;
  }
}
