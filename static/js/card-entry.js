// The entry desk. One card after the other is typed and never waited for: what is typed is kept on this computer and sent in
// the background (desk-queue.js), the next card lies there at once (desk-card.js), and what others do shows by itself
// (desk-pile.js). Without this file a card is a plain form with one field a line.

import { Card } from "./desk-card.js";
import { count, link, say } from "./desk-parts.js";
import { Pile } from "./desk-pile.js";
import { Queue } from "./desk-queue.js";
import { Finder } from "./desk-scan.js";
import { get, token } from "./desk-server.js";
import { PileList, Status } from "./desk-status.js";
import { Store } from "./desk-store.js";
import { keepPage } from "./desk-offline.js";

const words = JSON.parse(document.getElementById("desk-words").textContent);
const root = document.getElementById("desk");
const { user, event, pile: whole } = root.dataset;

const addressOf = (seat) => root.dataset.card.replace("A-0", seat);
const draftOf = (seat) => `draft\n${user}\n${event}\n${seat}`;

const store = new Store();
const queue = new Queue(store, { user, event, whole });
const pile = new Pile(store, { address: whole, event, user });

// ---- The card on the desk ----

class Desk {
  constructor() {
    this.card = new Card(root, words);
    this.isSaved = "saved" in this.card.form.dataset;
    this.list = new PileList(root, { queue, pile, words, address: addressOf, open: (seat) => this.open(seat) });
    this.status = new Status(root, { queue, pile, words, look: (item) => look(item, (seat) => this.open(seat)) });
    this.finder = new Finder(root, {
      cards: () => [...pile.cards.values()],
      table: () => this.card.seat.split("-")[0],
      open: (found) => this.found(found),
      ready: () => pile.isWhole || pile.load(),
      words,
    });
    this.card.addEventListener("typed", () => this.keep());
    this.card.addEventListener("done", () => this.done());
    this.card.addEventListener("scan", ({ detail }) => (detail === null ? this.card.leaveFor(this.finder.field) : this.finder.take(detail)));
    queue.addEventListener("change", () => this.draw());
    queue.addEventListener("saved", ({ detail }) => this.arrived(detail));
    queue.addEventListener("trouble", ({ detail }) => this.tell(`${detail.seat} ${detail.name}: ${detail.message}`));
    pile.addEventListener("change", () => (this.waiting && this.forward(this.waiting), this.draw()));
    pile.addEventListener("heard", ({ detail }) => hear(detail));
    addEventListener("popstate", () => this.open(seatIn(location.pathname), { pushes: false }));
    this.asides();
  }

  async begin() {
    const { card } = this;
    pile.seat = card.seat;
    // Typing begins at once; what is kept here comes a moment later.
    card.begin();
    await queue.refresh();
    // A page that was kept here may be of another card, and of an earlier time.
    if ("kept" in root.dataset) {
      await pile.load();
      return this.open(seatIn(location.pathname), { pushes: false });
    }
    if (this.isSaved) await this.restore();
    this.draw();
  }

  /** Put back what was typed of this card and is not saved yet. */
  async restore() {
    const { card } = this;
    const { seat } = card;
    const draft = await store.kept(draftOf(seat));
    const held = queue.held(seat);
    const kept = draft ?? (held && { version: held.version, from: held.key, fields: held.fields });
    if (!kept || card.seat !== seat) return;
    const wasTyping = card.isChanged;
    // With the version that it was typed on: if somebody saved the card since, both are shown.
    Object.assign(card, { version: kept.version, from: kept.from });
    card.fill(kept.fields, { over: false });
    if (held && !draft && held.errors?.length) card.refuse(held.errors);
    if (!wasTyping) card.begin();
    this.note(draft ? words.restored : (held.message ?? words.is_held_note));
  }

  draw() {
    if (pile.isWhole) this.list.draw(this.card.seat);
    this.status.draw();
    this.drawOthers();
  }

  /** Who else has this card open. */
  drawOthers() {
    if (!pile.isWhole) return;
    const box = document.getElementById("others");
    const people = pile.peopleAt(this.card.seat);
    const text = people.map(({ name, since, mine }) => say(mine ? words.other_tab : words.other_has, mine ? since : name, since)).join(" ");
    if (box.querySelector("span").textContent !== text) box.querySelector("span").textContent = text;
    box.hidden = !text;
  }

  note(text) {
    const note = document.getElementById("note");
    note.querySelector("span").textContent = text;
    note.hidden = !text;
  }

  tell(text) {
    document.getElementById("announce").textContent = text;
  }

  // ---- Kept until it is saved ----

  keep() {
    const { card } = this;
    if (this.isSaved && !card.isChanged) return store.forget(draftOf(card.seat));
    return store.keep(draftOf(card.seat), { version: card.version, from: card.from, fields: card.fields() });
  }

  /** The last total is confirmed: on its way it goes, and the next card lies there. */
  async done() {
    const { card } = this;
    const known = pile.cards.get(card.seat);
    const fields = card.fields();
    const { seat, version, from } = card;
    if (this.waiting === seat) return;
    const isSame = this.isSaved && !card.isChanged && (version > 0 || from !== null);
    const lines = card.typedLines.length;
    const name = known?.name ?? card.form.querySelector("#card-name").textContent;
    // Before anything is waited for: the key that ends the next line is perhaps on its way.
    const adding = isSame ? null : queue.add({ seat, name, address: addressOf(seat), fields, version, from, lines });
    this.forward(seat);
    await adding;
    await store.forget(draftOf(seat));
    this.draw();
  }

  /** On to the next card. */
  forward(seat) {
    this.waiting = pile.isWhole ? null : seat;
    if (this.waiting) return this.note(words.no_pile);
    // What is saved of a card begun elsewhere cannot be shown while the server is away: such a card is passed over.
    const begun = queue.connected ? [] : [...pile.cards.values()].filter(({ version }) => version > 0);
    const following = pile.next(seat, new Set([...queue.seats, seat, ...begun.map((card) => card.seat)]));
    if (following) return this.open(following.seat, { leaving: false });
    this.open(seat, { leaving: false, pushes: false, note: words.none_left });
  }

  /** The server has a card: the pile says so, and whoever is changing it goes on from there. */
  arrived({ item, body }) {
    if (item.event !== event) return;
    if (pile.isWhole) pile.put({ ...pile.cards.get(item.seat), ...body.card });
    if (!item.act) this.list.saved.set(item.seat, body.at);
    pile.at = body.at;
    if (this.card.from === item.key) Object.assign(this.card, { from: null, version: body.version });
    this.draw();
  }

  // ---- Another card ----

  found({ event: of = event, seat, path }) {
    if (of !== event) {
      const [tournament, slug] = of.split("/");
      const name = tournament === event.split("/")[0] ? (pile.whole.events[slug] ?? slug) : of;
      this.finder.say(say(words.other_event, name), link(say(words.open_there, seat), path));
      return;
    }
    this.open(seat);
  }

  /** Lay this card on the desk; what was typed of the one that lies there is kept. */
  async open(seat, { leaving = true, pushes = true, note = "" } = {}) {
    const known = pile.cards.get(seat);
    const refused = !known ? words.nobody : known.own ? say(words.own_card, seat) : known.state === "no_show" ? say(words.no_show, seat) : "";
    if (refused) {
      this.finder.say(refused);
      this.finder.field.select();
      return;
    }
    if (leaving && this.card.isChanged) await this.keep();
    const held = queue.held(seat);
    if (held) return this.lay(seat, held.version, held.fields, held, { pushes, note: note || words.is_held_note });
    if (known.version === 0) {
      this.lay(seat, 0, {}, null, { pushes, note });
      return this.putDraft(seat);
    }
    const { status, body } = await get(addressOf(seat));
    if (status !== 200 || !body) {
      this.finder.say(body?.message ?? say(words.no_lines, seat));
      this.finder.field.select();
      return;
    }
    const named = (lead, texts) => Object.entries(texts).map(([name, text]) => [`${lead}-${name}`, text]);
    const fields = Object.fromEntries([...named("line", body.lines), ...named("total", body.totals)]);
    this.lay(seat, body.version, fields, null, { pushes, note: note || say(words.is_typed_note, known.at) });
    return this.putDraft(seat);
  }

  async putDraft(seat) {
    const draft = await store.kept(draftOf(seat));
    const { card } = this;
    if (!draft || card.seat !== seat || card.isChanged) return;
    Object.assign(card, { version: draft.version, from: draft.from });
    card.fill(draft.fields);
    card.begin();
    this.note(words.restored);
  }

  lay(seat, version, fields, held, { pushes = false, note = "" } = {}) {
    const { name } = pile.cards.get(seat) ?? { name: held?.name ?? "" };
    const expected = pile.isWhole ? pile.expected(seat) : this.card.rows.map((row) => row.dataset.expected);
    const scheduled = pile.isWhole ? pile.whole.scheduled : !this.card.isFirst;
    const rows = this.card.rows.map((row, place) => ({
      expected: expected[place] ?? "",
      sitsOut: scheduled && !expected[place],
      counted: !scheduled || (Boolean(expected[place]) && !pile.isExtra(seat, place + 1)),
    }));
    this.isSaved = true;
    this.card.load({ seat, name, rows, version, fields, from: held?.key ?? null });
    if (held?.errors?.length) this.card.refuse(held.errors);
    const address = addressOf(seat);
    if (pushes && location.pathname !== address) history.pushState(null, "", address);
    this.card.form.action = address;
    document.title = say(root.dataset.title, seat);
    root.ownerDocument.querySelector("h1").textContent = say(words.heading, seat, name);
    document.getElementById("saved-before")?.remove();
    document.getElementById("flags")?.remove();
    document.getElementById("taken-aside").hidden = true;
    this.aside.removeAttribute("open");
    this.finder.show(seat);
    this.note(held?.message ? held.message : note);
    this.drawAside(seat);
    pile.open(seat);
    this.draw();
  }

  // ---- Set aside ----

  asides() {
    this.aside = document.getElementById("aside");
    this.reason = document.getElementById("aside-reason");
    this.aside.addEventListener("toggle", () => this.aside.open && this.reason.focus());
    this.reason.addEventListener("keydown", (pressed) => {
      if (pressed.key === "Enter") {
        pressed.preventDefault();
        this.setAside();
      } else if (pressed.key === "Escape") {
        this.aside.open = false;
        this.card.begin();
      }
    });
    document.getElementById("aside-do").addEventListener("click", (clicked) => (clicked.preventDefault(), this.setAside()));
    const up = document.getElementById("taken-aside");
    up.querySelector("button").addEventListener("click", (clicked) => (clicked.preventDefault(), this.takeUp()));
  }

  drawAside(seat) {
    const box = document.getElementById("taken-aside");
    const { aside } = pile.cards.get(seat) ?? {};
    box.hidden = !aside;
    if (aside) box.querySelector("span").textContent = say(words.aside_because, aside);
  }

  act(act, fields) {
    const { seat } = this.card;
    const { name } = pile.cards.get(seat);
    return queue.add({ seat, name, address: addressOf(seat), act, fields });
  }

  async setAside() {
    const reason = this.reason.value.trim();
    const { card } = this;
    const { seat } = card;
    document.getElementById("aside-error").hidden = Boolean(reason);
    if (!reason) return this.reason.focus();
    // What can be on a card is saved with it; a line that cannot be stays here, as it was typed.
    if (card.isChanged && !card.firstBad) {
      const { version, from } = card;
      const { name } = pile.cards.get(seat);
      await queue.add({ seat, name, address: addressOf(seat), fields: card.fields(), version, from, lines: card.typedLines.length });
      await store.forget(draftOf(seat));
    } else if (card.isChanged) {
      await this.keep();
    }
    await this.act("set-aside/", { reason });
    pile.put({ ...pile.cards.get(seat), aside: reason });
    this.reason.value = "";
    this.forward(seat);
  }

  async takeUp() {
    await this.act("take-up/", {});
    pile.put({ ...pile.cards.get(this.card.seat), aside: "" });
    this.drawAside(this.card.seat);
    this.card.begin();
  }
}

const seatIn = (path) => path.split("/").at(-2);

/** What the pile's last answer says about the connection. */
function hear(kind) {
  if (kind === "live") queue.hear();
  else if (kind === "lost") queue.lose();
  else if (kind === "out" || kind === "other") queue.signOut();
}

/** Open what the server refused: both versions of it beside each other, or the card as it was typed. */
function look(item, open) {
  if (item.state !== "conflict") return item.event === event ? open(item.seat) : location.assign(item.address);
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: item.address });
  const fields = { ...item.fields, version: item.version, key: item.key, csrfmiddlewaretoken: token() };
  for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}

// ---- Two versions of a card ----

async function beginConflict(form) {
  await queue.refresh();
  const { seat } = form.dataset;
  const status = new Status(root, { queue, pile, words, look: (item) => look(item, (of) => location.assign(addressOf(of))) });
  const draw = () => status.draw();
  queue.addEventListener("change", draw);
  pile.addEventListener("change", draw);
  pile.addEventListener("heard", ({ detail }) => hear(detail));
  const settled = () => queue.here.filter((item) => item.seat === seat && item.state === "conflict");
  form.querySelector("input[type=radio]")?.focus();
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    const { version, csrfmiddlewaretoken: _token, ...chosen } = Object.fromEntries(new FormData(form));
    const fields = Object.fromEntries(Object.entries(chosen).filter(([, text]) => text));
    const lines = Object.keys(fields).filter((name) => name.startsWith("line-")).length;
    const from = settled().at(-1)?.key ?? null;
    await queue.add({ seat, name: form.dataset.name, address: addressOf(seat), fields, version: Number(version), from, lines });
    await store.forget(draftOf(seat));
    await pile.load();
    const following = pile.next(seat, queue.seats);
    location.assign(following ? addressOf(following.seat) : root.dataset.list);
  });
  root.querySelector("[data-drop-draft]").addEventListener("click", async (clicked) => {
    clicked.preventDefault();
    for (const { key } of settled()) await queue.discard(key);
    await store.forget(draftOf(seat));
    location.assign(clicked.target.href);
  });
  draw();
}

// ---- Begin ----

const conflict = document.getElementById("conflict-form");
if (conflict) await beginConflict(conflict);
else if (document.getElementById("card-form")) await new Desk().begin();
await pile.load();
pile.start();
queue.wake();
keepPage(root, pile);
