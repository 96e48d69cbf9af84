// What was typed and is on its way: kept on this computer until the server has it, sent in order and in the background.
// An item belongs to whoever typed it. It is `waiting` until the server has written it (`saved`: a mark stays, with the
// version that it became); what the server refuses stays and says why: `conflict` somebody else saved that card meanwhile,
// `wrong` it cannot be on that card, `refused` this person may not, or not any more. A later item made from an earlier one
// names it in `from`: it takes its place where that was never written, and else goes on from the version that it became.

import { get, newKey, post } from "./desk-server.js";

const PAUSES = [1000, 2000, 4000, 8000, 15000];
const MOST_MARKS = 400;

export class Queue extends EventTarget {
  items = [];
  pausing = null;
  sending = null;
  connected = true;
  isSignedIn = true;
  failures = 0;

  constructor(store, { user, event, whole }) {
    super();
    Object.assign(this, { store, user, event, whole });
    this.others = "BroadcastChannel" in window ? new BroadcastChannel("pegboard-desk") : null;
    this.others?.addEventListener("message", () => this.refresh());
    addEventListener("online", () => this.wake());
  }

  async refresh() {
    this.items = (await this.store.items()).filter(({ state }) => state !== "saved");
    this.dispatchEvent(new Event("change"));
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
    return this.here.findLast((item) => item.seat === seat && !item.act);
  }

  /** The seats of this event whose cards are held here. */
  get seats() {
    return new Set(this.here.filter(({ act }) => !act).map(({ seat }) => seat));
  }

  /** How many cards somebody else typed here, by name. */
  get foreign() {
    const found = new Map();
    for (const { user, act } of this.items) if (user !== this.user && !act) found.set(user, (found.get(user) ?? 0) + 1);
    return found;
  }

  // ---- What comes and goes ----

  async add({ seat, name, address, act = "", fields, version = 0, from = null, lines = 0 }) {
    const { user, event } = this;
    const item = { key: newKey(), user, event, seat, name, address, act, fields, version, from, lines, tries: 0, state: "waiting" };
    const stored = this.store.add(item);
    // From now on it counts as held, so that nothing says meanwhile that all is saved.
    this.items = [...this.items, item];
    this.dispatchEvent(new Event("change"));
    await stored;
    await this.refresh();
    this.others?.postMessage("change");
    this.wake();
    return item;
  }

  discard(key) {
    return this.change((items) => ({ drop: items.filter((item) => item.key === key).map(({ order }) => order) }));
  }

  async again(key) {
    await this.change((items) => ({
      put: items.filter((item) => item.key === key).map((item) => ({ ...item, state: "waiting", message: "", errors: [] })),
    }));
    this.wake();
  }

  // ---- Sending ----

  /** The server was heard of: whatever waits goes out now. */
  hear() {
    const wasAway = !this.connected || !this.isSignedIn;
    this.connected = this.isSignedIn = true;
    if (wasAway) {
      this.dispatchEvent(new Event("change"));
      this.wake();
    }
  }

  lose() {
    if (!this.connected) return;
    this.connected = false;
    this.dispatchEvent(new Event("change"));
  }

  signOut() {
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
      const item = mine.find((one) => one.state === "waiting" && !replaced.includes(one));
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
      this.pause();
      return false;
    }
    const state = body.code === "stale" ? "conflict" : status === 422 ? "wrong" : "refused";
    const refused = { ...item, state, message: body.message, errors: body.errors, code: body.code };
    await this.change((items) => ({ put: items.some(({ key }) => key === item.key) ? [refused] : [] }));
    this.dispatchEvent(new CustomEvent("trouble", { detail: refused }));
    return true;
  }

  async arrived(item, body) {
    this.failures = 0;
    this.connected = this.isSignedIn = true;
    const { order, key, user, event, seat } = item;
    await this.change((items) => {
      const marks = items.filter(({ state }) => state === "saved");
      const mark = { order, key, user, event, seat, state: "saved", version: body.version };
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
