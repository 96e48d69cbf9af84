// The queue: typed cards are kept on this computer until the server has them, and sent in order in the background.
//
// An item belongs to the person who typed it. It is `waiting` until the server has written it, then `saved`, with the
// version it became. A refused item stays with the reason: `conflict` (somebody else saved that card meanwhile),
// `wrong` (it cannot be on that card), `refused` (this person may not, or no longer). A later item made from an earlier
// one names it in `from`: it replaces that one if it was never written, else it builds on the version it became.
//
// Drafts (desk-drafts.js) are kept here too, but never sent. An item names in `ends` the sittings that it confirms;
// their drafts are over, also once it is saved.

import { LEAD, changesOf, linesIn, readDraft } from "./desk-drafts.js";
import { get, newKey, post } from "./desk-server.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const MOST_MARKS = 400;
/** Refusals that end when somebody is given a role again; a private tournament is not there at all without one. */
const OF_RIGHTS = ["role", "not_found"];
/** An error that may be this one card's alone; any other failure is the server's, and every card waits. */
const PERHAPS_OF_CARD = 500;

export class Queue extends EventTarget {
  items = [];
  drafts = [];
  ended = new Set();
  adding = new Set();
  pausing = null;
  sending = null;
  connected = true;
  isSignedIn = true;
  failures = 0;
  skipped = new Set();
  heard = "";
  deaf = { times: 0, status: 0 };
  wasRefused = false;

  constructor(store, { user, by, event, whole }) {
    super();
    Object.assign(this, { store, user, by, event, whole });
    this.others = "BroadcastChannel" in window ? new BroadcastChannel("pegboard-desk") : null;
    this.others?.addEventListener("message", () => this.refresh());
    addEventListener("online", () => this.wake());
  }

  async refresh() {
    const [items, drafts] = await Promise.all([this.store.items(), this.store.allKept(LEAD)]);
    const known = new Set(items.map(({ key }) => key));
    // What is still on its way to the disk counts as held, so that nothing says meanwhile that all is saved.
    const coming = [...this.adding].filter(({ key }) => !known.has(key));
    this.items = [...items.filter(({ state }) => state !== "saved"), ...coming];
    const ended = new Set(items.flatMap(({ ends = [] }) => ends));
    this.ended = new Set([...ended, ...coming.flatMap(({ ends }) => ends)]);
    this.drafts = drafts.map(readDraft).filter(({ sitting }) => !this.ended.has(sitting));
    this.dispatchEvent(new Event("change"));
    // Only what took its place on the disk already lets a draft go.
    const over = drafts.map(([sitting]) => sitting).filter((sitting) => ended.has(sitting));
    if (over.length) await this.store.keepAll({ drop: over });
  }

  async change(act) {
    const result = await this.store.change(act);
    await this.refresh();
    this.others?.postMessage("change");
    return result;
  }

  // ---- What is held ----

  get mine() {
    return this.items.filter(({ user }) => user === this.user);
  }

  get here() {
    return this.mine.filter(({ event }) => event === this.event);
  }

  get troubles() {
    return this.mine.filter(({ state }) => state !== "waiting");
  }

  /** What was typed last for this card and is still held here; undefined where the server has it all. */
  held(seat) {
    return this.cards.get(seat);
  }

  /** What was typed last of each card of this event that is held here, by seat. */
  get cards() {
    return new Map(this.here.filter(({ act }) => !act).map((item) => [item.seat, item]));
  }

  /** The seats of this event whose cards are held here. */
  get seats() {
    return new Set(this.cards.keys());
  }

  /** The cards that this person began here and has not confirmed, with how many lines; of several tabs as one. */
  get begun() {
    const cards = new Map();
    for (const draft of this.drafts.filter(({ user }) => user === this.user)) {
      const changes = changesOf(draft);
      const known = cards.get(draft.address);
      if (known) for (const name of changes.keys()) known.names.add(name);
      else cards.set(draft.address, { ...draft, names: new Set(changes.keys()) });
    }
    return [...cards.values()].map(({ names, ...draft }) => ({ ...draft, lines: linesIn(names), isSaved: draft.version > 0 }));
  }

  /** What was begun of this card of this event; undefined where nothing was. */
  draft(seat) {
    return this.begun.find((draft) => draft.event === this.event && draft.seat === seat);
  }

  /** What was begun of this card of this event in each tab. */
  draftsOf(seat) {
    return this.drafts.filter((draft) => draft.user === this.user && draft.event === this.event && draft.seat === seat);
  }

  /** What others typed here, by user: the cards that wait and those that were only begun. */
  get foreign() {
    const cards = this.items.filter(({ user, act }) => user !== this.user && !act);
    const drafts = this.drafts.filter((draft) => draft.user !== this.user);
    const found = new Map();
    for (const one of [...cards, ...drafts.map((draft) => ({ ...draft, isBegun: true }))]) {
      found.set(one.user, [...(found.get(one.user) ?? []), one]);
    }
    return found;
  }

  /** The status with which the server fails, once it did so twice in a row for the same; null where it does not. */
  get failing() {
    const item = this.mine.find(({ state, failed }) => state === "waiting" && failed?.times > 1);
    return item?.failed.status ?? (this.deaf.times > 1 ? this.deaf.status : null);
  }

  // ---- What comes and goes ----

  async add({ seat, name, address, act = "", fields, version = 0, from = null, lines = 0, ends = [] }) {
    const { user, by, event } = this;
    const typed = { user, by, event, seat, name, address, act, fields, version, from, lines, ends };
    const item = { key: newKey(), ...typed, tries: 0, state: "waiting" };
    const stored = this.store.add(item);
    this.adding.add(item);
    this.items = [...this.items, item];
    this.dispatchEvent(new Event("change"));
    await stored;
    this.adding.delete(item);
    await this.refresh();
    this.others?.postMessage("change");
    this.wake();
    return item;
  }

  discard(key) {
    return this.change((items) => ({ drop: items.filter((item) => item.key === key).map(({ order }) => order) }));
  }

  async again(key) {
    await this.change((items) => ({ put: items.filter((item) => item.key === key).map(toSendAgain) }));
    this.wake();
  }

  /**
   * Send again what was refused for want of rights that this person has now. Each item is tried once: only where the rights
   * were seen to be gone in between (`wasGone`) is one tried that was tried before.
   */
  async retry(wasGone) {
    const isToTry = ({ user, state, code, retried }) =>
      user === this.user && state === "refused" && OF_RIGHTS.includes(code) && (wasGone || !retried);
    if (!this.items.some(isToTry)) return;
    await this.change((items) => ({ put: items.filter(isToTry).map((item) => ({ ...toSendAgain(item), retried: true })) }));
    this.wake();
  }

  // ---- Sending ----

  /** Go by what the pile's answers say about the connection, the session and this person's rights. */
  follow(pile) {
    pile.addEventListener("heard", ({ detail }) => this.hear(detail));
    // The first card that arrives after the server was away brings everything else with it.
    this.addEventListener("saved", () => this.heard === "live" || pile.poll());
    addEventListener("online", () => pile.poll());
  }

  hear({ kind, status }) {
    const isNew = kind !== this.heard;
    this.heard = kind;
    this.connected = kind !== "lost";
    if (kind === "out" || kind === "other") this.isSignedIn = false;
    else if (kind === "live") this.isSignedIn = true;
    this.deaf = { times: kind === "failed" ? this.deaf.times + 1 : 0, status };
    this.wasRefused ||= kind === "refused";
    // Another tab may have kept or sent something meanwhile.
    this.refresh();
    if (kind !== "live") return;
    if (isNew) this.wake();
    this.retry(this.wasRefused);
    this.wasRefused = false;
  }

  lose() {
    this.heard = "lost";
    if (!this.connected) return;
    this.connected = false;
    this.dispatchEvent(new Event("change"));
  }

  signOut() {
    this.heard = "out";
    if (!this.isSignedIn) return;
    this.isSignedIn = false;
    this.dispatchEvent(new Event("change"));
  }

  wake() {
    clearTimeout(this.pausing);
    this.pausing = null;
    if (this.running) this.isWanted = true;
    else this.run();
  }

  async run() {
    this.running = true;
    do {
      this.isWanted = false;
      // One tab at a time where the browser can see to it; elsewhere the server knows what has arrived before.
      if (navigator.locks) await navigator.locks.request(`pegboard-desk ${this.user}`, () => this.sendAll());
      else await this.sendAll();
    } while (this.isWanted);
    this.running = false;
  }

  async sendAll() {
    this.skipped.clear();
    for (let item = await this.claim(); item; item = await this.claim()) {
      this.sending = item.key;
      this.dispatchEvent(new Event("change"));
      const { address, act, fields, version, key, user } = item;
      const answer = await post(`${address}${act}`, { ...fields, ...(act ? {} : { version, key }), as: user });
      this.sending = null;
      if (!(await this.settle(item, answer))) return;
    }
  }

  /** The next item to send. What a later one has replaced before it was ever sent is let go. */
  async claim() {
    const found = await this.store.change((items) => {
      const mine = items.filter(({ user, state }) => user === this.user && state !== "saved");
      for (const one of mine) {
        const before = one.from && items.find(({ key, state }) => key === one.from && state === "saved");
        if (before) Object.assign(one, { version: before.version, from: null });
      }
      const replaced = mine.filter(
        ({ key, state, tries }) => (state !== "waiting" || tries === 0) && mine.some(({ from }) => from === key),
      );
      const item = mine.find((one) => one.state === "waiting" && !replaced.includes(one) && !this.skipped.has(one.address));
      const drop = replaced.map(({ order }) => order);
      if (!item) return { drop };
      item.tries += 1;
      return { drop, put: [item], result: item };
    });
    await this.refresh();
    return found;
  }

  /** Do what the answer says; whether to go on with the next item. */
  async settle(item, { status, body }) {
    if (status === 200 && body) {
      await this.arrived(item, body);
      return true;
    }
    if (status === 401 || body?.code === "other_user") {
      this.signOut();
      return false;
    }
    if (!body || status >= 500 || status === 429) {
      // A refusal that is no answer of the desk is that of an old token: asking for the pile brings a new one.
      if (status === 403) await get(this.whole);
      if (status === 0) this.lose();
      else await this.note(item, { failed: { times: (item.failed?.times ?? 0) + 1, status } });
      this.pause();
      // The others shall not wait for a card that the server stumbles over while it answers everything else.
      this.skipped.add(item.address);
      return status === PERHAPS_OF_CARD && this.heard === "live";
    }
    const state = body.code === "stale" ? "conflict" : status === 422 ? "wrong" : "refused";
    const refused = { ...item, state, message: body.message, errors: body.errors, code: body.code, ...putBack(item, body) };
    await this.note(item, refused);
    this.dispatchEvent(new CustomEvent("trouble", { detail: refused }));
    return true;
  }

  /** Write down what became of an item, if it was not thrown away meanwhile. */
  note(item, more) {
    return this.change((items) => ({ put: items.filter(({ key }) => key === item.key).map((one) => ({ ...one, ...more })) }));
  }

  async arrived(item, body) {
    this.failures = 0;
    this.connected = this.isSignedIn = true;
    this.deaf = { times: 0, status: 0 };
    const { order, key, user, event, seat, ends } = item;
    await this.change((items) => {
      const marks = items.filter(({ state }) => state === "saved");
      const mark = { order, key, user, event, seat, ends, state: "saved", version: body.version };
      return { put: [mark], drop: marks.slice(0, Math.max(0, marks.length - MOST_MARKS)).map((one) => one.order) };
    });
    this.dispatchEvent(new CustomEvent("saved", { detail: { item, body } }));
  }

  pause() {
    const wait = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    clearTimeout(this.pausing);
    this.pausing = setTimeout(() => this.wake(), wait);
    this.dispatchEvent(new Event("change"));
  }
}

/** What becomes of an item where lines of this person's own games stand again as they did: `isOver` where it held no more. */
function putBack({ fields }, { code, current }) {
  if (code !== "own_card" || !current) return {};
  const stands = Object.entries({ ...fields, ...current.fields }).filter(([, text]) => text);
  return { fields: Object.fromEntries(stands), isOver: !current.rest };
}

/** An item to be tried as if for the first time. A key under which another save came is of no more use. */
const toSendAgain = (item) => ({
  ...item,
  key: item.code === "used_key" ? newKey() : item.key,
  state: "waiting",
  message: "",
  code: "",
  errors: [],
  failed: null,
  isOver: false,
});
