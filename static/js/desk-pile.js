// The pile as the desk knows it: every card, whom it meets, and who has it open. Read once as a whole, then asked every few
// seconds for what changed; the question says which card this tab has open, so that others see it.

import { get, newKey, post } from "./desk-server.js";

const EVERY = 3000;
const TO_TYPE = ["missing", "received", "unfinished"];
const SHOWN = 12;

export class Pile extends EventTarget {
  cards = new Map();
  people = [];
  at = "";
  isWhole = false;
  tab = newKey();
  seat = "";
  refused = null;
  user = null;

  constructor(store, { address, event, user }) {
    super();
    Object.assign(this, { store, address, event, owner: user, name: `pile\n${user}\n${event}` });
  }

  /** Read the whole pile: what was kept here at once, then what the server says. */
  async load() {
    const kept = await this.store.kept(this.name);
    if (kept && !this.isWhole) this.take(kept);
    return this.ask();
  }

  async ask() {
    const answer = await get(this.address);
    if (this.hear(answer)) {
      this.take(answer.body);
      await this.store.keep(this.name, answer.body);
    }
    return this.isWhole;
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
    this.refused = status === 403 && body ? body.message : null;
    const kind = status === 200 && body ? (body.user === this.owner ? "live" : "other") : { 0: "lost", 401: "out" }[status];
    this.dispatchEvent(new CustomEvent("heard", { detail: kind ?? "failed" }));
    return kind === "live";
  }

  // ---- What changes ----

  start() {
    const again = async () => {
      await this.poll();
      this.timer = setTimeout(again, EVERY);
    };
    again();
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", ({ persisted }) => persisted && this.poll());
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
    for (const card of body.cards) this.put(card);
    if (body.cards.length) await this.store.keep(this.name, this.whole);
    this.dispatchEvent(new Event("change"));
  }

  put(card) {
    this.cards.set(card.seat, card);
    this.whole.cards = [...this.cards.values()];
  }

  /** This tab opens a card: others hear of it at once. */
  open(seat) {
    this.seat = seat;
    this.poll();
  }

  leave() {
    if (this.isWhole) post(this.address, { seat: "", tab: this.tab, v: this.whole.revision }, { keepalive: true });
  }

  // ---- What is known ----

  /** Everybody else who has this card open, this person's own other tabs too. */
  peopleAt(seat) {
    return this.people.filter((one) => one.seat === seat && one.tab !== this.tab);
  }

  expected(seat) {
    return this.whole.expected[seat] ?? [];
  }

  isExtra(seat, game) {
    return this.whole.extra[seat]?.includes(game) ?? false;
  }

  isLeft(card, held) {
    return TO_TYPE.includes(card.state) && !card.own && !card.aside && !held.has(card.seat);
  }

  /** The next card to type after this one, from the first again at the end. */
  next(seat, held) {
    const cards = [...this.cards.values()];
    const place = cards.findIndex((card) => card.seat === seat);
    const free = (card) => card.seat !== seat && this.isLeft(card, held) && !this.peopleAt(card.seat).some(({ mine }) => !mine);
    return [...cards.slice(place + 1), ...cards.slice(0, place + 1)].find(free);
  }

  left(held) {
    return [...this.cards.values()].filter((card) => this.isLeft(card, held));
  }

  /** The stretch of the pile around this card: what is left, what is held here, and what was typed here lately. */
  around(seat, held, lately) {
    const cards = [...this.cards.values()].filter(
      (card) => card.seat === seat || TO_TYPE.includes(card.state) || held.has(card.seat) || lately.has(card.seat),
    );
    const place = Math.max(0, cards.findIndex((card) => card.seat === seat));
    const start = Math.max(0, Math.min(place - SHOWN / 2, cards.length - SHOWN));
    return cards.slice(start, start + SHOWN);
  }
}
