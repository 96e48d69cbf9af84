// Stands in for a browser where a script is tested without one: what it keeps, a server, a clock and other tabs, as a test
// says. Node knows the rest.

import { webcrypto } from "node:crypto";

const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

class Storage {
  #kept = new Map();

  get length() {
    return this.#kept.size;
  }

  key = (place) => [...this.#kept.keys()][place] ?? null;
  getItem = (name) => this.#kept.get(name) ?? null;
  setItem = (name, value) => void this.#kept.set(name, String(value));
  removeItem = (name) => void this.#kept.delete(name);
}

let happens;
/** Whatever a page may hear of: it comes online, is left, is shown again. */
export const happen = (name, more = {}) => happens.dispatchEvent(Object.assign(new Event(name), more));

/** What was asked of the server; `answer` says [status, value], a status without a value, or null for no answer at all. */
export const server = { asked: [], answer: () => null };

async function fetch(address, { method = "GET", body = [], keepalive = false } = {}) {
  const asked = { method, address, fields: Object.fromEntries(body), keepalive };
  server.asked.push(asked);
  const answer = await server.answer(asked);
  if (answer === null) throw new TypeError("Failed to fetch");
  const [status, value] = [answer].flat();
  const type = value === undefined ? "text/html" : "application/json";
  return { status, headers: new Map([["Content-Type", type]]), json: async () => structuredClone(value) };
}

/** Let everything go on that waits for nothing but its turn. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

let now = 0;
let numbers = 0;
let timers = [];
let channels = [];

/** Let so many milliseconds pass. */
export async function pass(milliseconds) {
  const end = now + milliseconds;
  await settle();
  for (;;) {
    timers.sort((one, other) => one.at - other.at);
    if (!(timers[0]?.at <= end)) break;
    const timer = timers.shift();
    now = timer.at;
    timer.act();
    await settle();
  }
  now = end;
}

/** Begin anew: nothing is kept, the server answers nothing, no other tab is there, and none can lock anything. */
export function begin() {
  timers = [];
  happens = new EventTarget();
  Object.assign(server, { asked: [], answer: () => null });
  put("localStorage", new Storage());
  put("sessionStorage", new Storage());
  put("navigator", { onLine: true });
  channels = [];
  put("BroadcastChannel", Channel);
  put("window", { BroadcastChannel });
}

/** The locks that tabs of one browser share. */
export class Locks {
  held = new Map();

  async request(name, act) {
    const before = this.held.get(name);
    const mine = (async () => (await before, act()))();
    this.held.set(name, mine);
    return mine;
  }

  query = async () => ({ held: [...this.held.keys()].map((name) => ({ name })), pending: [] });
}

/** How tabs of one browser speak with each other: what one says, all others hear. */
class Channel extends EventTarget {
  constructor(name) {
    super();
    this.name = name;
    channels.push(this);
  }

  postMessage(data) {
    for (const other of channels.filter(({ name }) => name === this.name)) {
      if (other !== this) other.dispatchEvent(Object.assign(new Event("message"), { data }));
    }
  }
}

Date.now = () => now;
put("Storage", Storage);
put("fetch", fetch);
put("setTimeout", (act, after = 0) => (timers.push({ number: ++numbers, at: now + after, act }), numbers));
put("clearTimeout", (number) => (timers = timers.filter((timer) => timer.number !== number)));
put("addEventListener", (...values) => happens.addEventListener(...values));
put("document", Object.assign(new EventTarget(), { cookie: "a=b; csrftoken=secret", querySelector: () => null }));
put("crypto", webcrypto);
globalThis.CustomEvent ??= class extends Event {
  constructor(name, { detail } = {}) {
    super(name);
    this.detail = detail;
  }
};
begin();
