// The entry desk. Cards are typed one after another without waiting: each is kept on this computer and sent in the
// background (desk-queue.js), the next one opens at once (desk-card.js), and changes by others show by themselves
// (desk-pile.js). Without this script a card is a plain form with one field per line.

import { Card } from "./desk-card.js";
import { Meanwhile, beginConflict, showRefused } from "./desk-conflict.js";
import { EarlyKeys } from "./desk-early.js";
import { Drafts, changesOf, linesIn } from "./desk-drafts.js";
import { count, link, say } from "./desk-parts.js";
import { Pile, TO_TYPE } from "./desk-pile.js";
import { Queue } from "./desk-queue.js";
import { Finder } from "./desk-scan.js";
import { get } from "./desk-server.js";
import { PileList, Status, toMend, told } from "./desk-status.js";
import { Store } from "./desk-store.js";
import { Tabs } from "./desk-tabs.js";
import { keepPage } from "./desk-offline.js";

const words = JSON.parse(document.getElementById("desk-words").textContent);
const root = document.getElementById("desk");
const { user, by, event, pile: whole } = root.dataset;

const addressOf = (seat) => root.dataset.card.replace("A-0", seat);

const store = new Store();
const queue = new Queue(store, { user, by, event, whole });
const since = "kept" in root.dataset ? 0 : Number(root.dataset.revision);
const pile = new Pile(store, { address: whole, event, user, since });
const tabs = new Tabs(pile.tab);
queue.follow(pile);

// ---- The card on the desk ----

class Desk {
  constructor() {
    this.early = new EarlyKeys();
    this.opening = 0;
    this.card = new Card(root, words, {
      isSeat: (seat) => !pile.isWhole || pile.cards.has(seat),
      get size() {
        return pile.cards.size;
      },
    });
    this.isSaved = "saved" in this.card.form.dataset;
    this.drafts = new Drafts(store, { user, event, tabs, isOver: (sitting) => queue.ended.has(sitting) });
    this.sit(this.card.seat);
    this.list = new PileList(root, { queue, pile, words, address: addressOf, open: (seat) => this.open(seat) });
    this.status = new Status(root, {
      queue,
      pile,
      words,
      look: (item) => look(item, (seat) => this.open(seat)),
      card: () => this.onDesk,
      open: (seat) => this.open(seat),
    });
    this.meanwhile = new Meanwhile(root, {
      card: this.card,
      pile,
      words,
      address: addressOf,
      keep: () => this.keep(),
      reopen: (seat) => this.open(seat, { leaving: false, pushes: false }),
    });
    this.finder = new Finder(root, {
      cards: () => [...pile.cards.values()],
      table: () => this.card.seat.split("-")[0],
      open: (found) => this.found(found),
      back: () => (this.finder.show(this.card.seat), this.card.resume()),
      ready: () => pile.isWhole || pile.load(),
      hosts: root.dataset.hosts.split(" "),
      words,
    });
    this.card.addEventListener("typed", () => (this.keep(), this.status.draw()));
    this.card.addEventListener("done", () => this.done());
    this.card.addEventListener("said", ({ detail }) => this.note(detail));
    this.card.addEventListener("scan", ({ detail }) => (detail === null ? this.card.leaveFor(this.finder.field) : this.finder.take(detail)));
    queue.addEventListener("change", () => this.draw());
    queue.addEventListener("saved", ({ detail }) => this.arrived(detail));
    queue.addEventListener("trouble", ({ detail }) => this.refused(detail));
    pile.addEventListener("change", () => (this.waiting && this.forward(this.waiting), this.draw()));
    addEventListener("focus", () => this.back());
    addEventListener("popstate", () => this.open(seatIn(location.pathname), { pushes: false }));
    this.asides();
  }

  async begin() {
    const { card } = this;
    pile.seat = card.seat;
    // Typing begins at once; what is kept here comes a moment later.
    card.begin();
    this.note("");
    await queue.refresh();
    // A page that was kept here may be of another card, and of an earlier time.
    if ("kept" in root.dataset) {
      await pile.load();
      return this.open(seatIn(location.pathname), { pushes: false });
    }
    if (this.isSaved) await this.restore();
    this.draw();
  }

  /** A card lies there anew. */
  sit(seat) {
    this.sitting = this.drafts.sit(seat);
  }

  /** Put back what was typed of this card and is not saved yet. */
  async restore() {
    const { card } = this;
    const held = queue.held(card.seat);
    if (held) {
      const wasTyping = card.isChanged;
      Object.assign(card, { version: held.version, from: held.key });
      card.fill(held.fields, { over: false });
      // What is confirmed and on its way is no change any more.
      card.record(held.fields);
      if (toMend(held).length) card.refuse(held.errors);
      if (!wasTyping) card.begin();
      this.note(held.message ? told(held, words) : words.is_held_note);
    }
    await this.putDrafts(card.seat);
  }

  /** Put back what was begun of this card here; what somebody types already stays. */
  async putDrafts(seat) {
    const { card, sitting } = this;
    await this.drafts.takeUp(seat, sitting, (joined, taken) => {
      // Another card may lie there by now.
      if (this.sitting !== sitting) return undefined;
      const { version, from, isChanged: wasTyping } = card;
      Object.assign(card, { version: joined.version, from: joined.from });
      card.take(joined);
      if (!card.isChanged && !card.elsewhere.size) {
        Object.assign(card, { version, from });
        return null;
      }
      if (!wasTyping) card.begin();
      const lead = taken.some(({ tab }) => tab !== pile.tab) && card.elsewhere.size ? words.joined : words.restored;
      this.note([lead, ...card.totalsElsewhere].join(" "));
      return this.draft;
    });
    if (this.sitting !== sitting) return;
    this.isJoined = true;
    await queue.refresh();
  }

  draw() {
    if (pile.isWhole) this.list.draw(this.card.seat);
    this.status.draw();
    this.drawOthers();
    this.meanwhile.draw();
  }

  /** Who else has this card open, and what of it is typed in other tabs. */
  drawOthers() {
    if (!pile.isWhole) return;
    const { seat } = this.card;
    const box = document.getElementById("others");
    const theirs = this.isJoined ? queue.draftsOf(seat).filter(({ tab }) => tab !== pile.tab) : [];
    // A tab of which is said what is typed there is not said to be open besides.
    const people = pile.peopleAt(seat, new Set(theirs.map(({ tab }) => tab)));
    const said = people.map(({ name, since, mine }) => say(mine ? words.other_tab : words.other_has, mine ? since : name, since));
    if (theirs.length) said.push(count(words.in_other_tab, linesIn(new Set(theirs.flatMap((draft) => [...changesOf(draft).keys()])))));
    const text = said.join(" ");
    if (box.querySelector("span").textContent !== text) box.querySelector("span").textContent = text;
    box.hidden = !text;
  }

  note(text) {
    const note = document.getElementById("note");
    const said = text || (this.card.isClosed ? words.is_whole_note : "");
    note.querySelector("span").textContent = said;
    note.hidden = !said;
  }

  /** Whoever comes back to this window, from signing in again say, types on where they were. */
  back() {
    const at = document.activeElement;
    if (!at || at === document.body || at.closest("#desk-state")) this.card.resume();
  }

  tell(text) {
    document.getElementById("announce").textContent = text;
  }

  // ---- Kept until it is saved ----

  /** What is recorded in this field. */
  stood(name) {
    return (this.isSaved && this.card.recorded.get(name)) || "";
  }

  /** What of the card on the desk is typed and not confirmed yet, and whether the rest of it is saved. */
  get onDesk() {
    const { card } = this;
    const changed = card.inputs().filter(({ name, value }) => value !== this.stood(name));
    return {
      seat: card.seat,
      lines: linesIn(changed.map(({ name }) => name)),
      isChanged: changed.length > 0,
      isSaved: card.version > 0 || card.from !== null,
    };
  }

  get name() {
    return pile.cards.get(this.card.seat)?.name ?? this.card.form.querySelector("#card-name").textContent;
  }

  /** What of this card is to be kept until it is confirmed. */
  get draft() {
    const { card, name } = this;
    const { seat, version, from } = card;
    const base = card.inputs().map((input) => [input.name, this.stood(input.name)]);
    return {
      version,
      from,
      fields: card.fields(),
      base: Object.fromEntries(base.filter(([, text]) => text)),
      half: card.half && card.input(card.half).name,
      elsewhere: Object.fromEntries(card.elsewhere),
      name,
      by,
      address: addressOf(seat),
    };
  }

  keep() {
    return this.drafts.keep(this.sitting, this.onDesk.isChanged || this.card.elsewhere.size ? this.draft : null);
  }

  /** The last total is confirmed: on its way it goes, and the next card lies there. */
  async done() {
    const { card } = this;
    const fields = card.fields();
    const { seat, version, from } = card;
    if (this.waiting === seat) return;
    const isSame = this.isSaved && !card.isChanged && (version > 0 || from !== null);
    const lines = card.typedLines.length;
    const { name, sitting } = this;
    // Before anything is waited for: the key that ends the next line is perhaps on its way.
    const adding = isSame ? null : queue.add({ seat, name, address: addressOf(seat), fields, version, from, lines, ends: [sitting] });
    this.sit(seat);
    this.forward(seat);
    const item = await adding;
    await this.drafts.keep(sitting, null);
    // Where the pile is not here yet the same card still lies there: what was confirmed is no change of it any more.
    if (item && this.waiting === seat) {
      card.from = item.key;
      card.record(fields);
      this.isSaved = true;
    }
    await queue.refresh();
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
    pile.save(item.seat, body.card);
    if (item.seat === this.card.seat) this.drawLeft(item.seat);
    if (!item.act) this.list.saved.set(item.seat, body.at);
    pile.at = body.at;
    if (this.card.from === item.key) {
      Object.assign(this.card, { from: null, version: body.version });
      // What was said of it while it was on its way is not so any more.
      if (document.querySelector("#note span").textContent === words.is_held_note) this.note("");
    }
    this.draw();
  }

  /** The server refused a card: said, and where it lies on the desk with lines that stand again as they did, laid anew. */
  refused(item) {
    this.tell(`${item.seat} ${item.name}: ${told(item, words)}`);
    const isHere = item.event === event && this.card.from === item.key;
    if (isHere && item.errors.length && !toMend(item).length) this.open(item.seat, { pushes: false });
  }

  // ---- Another card ----

  found({ event: of = event, seat, path }) {
    if (of === event) return this.open(seat);
    const [tournament, slug] = of.split("/");
    const name = tournament === event.split("/")[0] ? (pile.whole.events[slug] ?? slug) : of;
    return this.foundElsewhere(name, seat, path);
  }

  /** A card of another event: opened there, if it is there. */
  async foundElsewhere(name, seat, path) {
    this.finder.say(say(words.other_event, name));
    const { status, body } = await get(path);
    if (status === 200 && body) this.finder.say(say(words.other_event, name), link(say(words.open_there, seat), path));
    else if (status === 404) this.finder.say(say(words.nobody_there, name, seat));
    else if (status === 403 && body) this.finder.say(`${say(words.other_event, name)} ${body.message}`);
    else this.finder.say(say(words.not_looked_up, name, seat), link(say(words.open_there, seat), path));
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
    const turn = (this.opening += 1);
    this.early.hold();
    try {
      if (leaving && this.card.isChanged) await this.keep();
      const held = queue.held(seat);
      if (held) this.lay(seat, held.version, held.fields, held, { pushes, note: note || words.is_held_note });
      else if (known.version === 0) this.lay(seat, 0, {}, null, { pushes, note });
      else await this.layRecorded(seat, known, { pushes, note, isWanted: () => turn === this.opening });
    } finally {
      this.early.release();
    }
    await this.putDrafts(seat);
  }

  /** Lay a card as the server has it. What is typed before it is here waits for it; another card may be wanted meanwhile. */
  async layRecorded(seat, known, { pushes, note, isWanted }) {
    this.note(say(words.loading, seat));
    const { status, body } = await get(addressOf(seat));
    if (!isWanted()) return;
    if (status !== 200 || !body) {
      this.note("");
      this.finder.say([body?.message ?? say(words.no_lines, seat), this.early.drop() ? words.not_taken : ""].join(" ").trim());
      this.finder.field.select();
      return;
    }
    const named = (lead, texts) => Object.entries(texts).map(([name, text]) => [`${lead}-${name}`, text]);
    const fields = Object.fromEntries([...named("line", body.lines), ...named("total", body.totals)]);
    this.lay(seat, body.version, fields, null, { pushes, note: note || say(words.is_typed_note, known.at) });
  }

  lay(seat, version, fields, held, { pushes = false, note = "" } = {}) {
    const { name } = pile.cards.get(seat) ?? { name: held?.name ?? "" };
    const expected = pile.isWhole ? pile.expected(seat) : this.card.rows.map((row) => row.dataset.expected);
    const scheduled = pile.isWhole ? pile.whole.scheduled : !this.card.isFirst;
    const rows = this.card.rows.map((row, place) => ({
      expected: expected[place] ?? "",
      sitsOut: scheduled && !expected[place],
      isFree: pile.isWhole && pile.isFree(seat, place + 1),
      counted: !scheduled || (Boolean(expected[place]) && !pile.isExtra(seat, place + 1)),
    }));
    this.isSaved = true;
    this.isJoined = false;
    this.sit(seat);
    const [people, substitute] = [pile.peopleOf(seat), pile.substitute(seat)];
    this.card.load({ seat, name, people, substitute, rows, version, fields, from: held?.key ?? null });
    if (toMend(held ?? {}).length) this.card.refuse(held.errors);
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
    this.note(held?.message ? told(held, words) : note);
    this.drawAside(seat);
    this.drawLeft(seat);
    pile.open(seat);
    this.draw();
    queue.refresh();
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
    document.getElementById("card-ends").addEventListener("click", (clicked) => (clicked.preventDefault(), this.endCard()));
    document.getElementById("card-goes-on").addEventListener("click", (clicked) => (clicked.preventDefault(), this.goOn()));
  }

  drawAside(seat) {
    const box = document.getElementById("taken-aside");
    const { aside } = pile.cards.get(seat) ?? {};
    box.hidden = !aside;
    if (aside) box.querySelector("span").textContent = say(words.aside_because, aside);
  }

  // ---- Who left early ----

  drawLeft(seat) {
    const { left, ended, state } = pile.cards.get(seat) ?? {};
    const box = document.getElementById("left-early");
    box.hidden = !left || !(ended || TO_TYPE.includes(state));
    box.querySelector("span").textContent = left ? say(ended ? words.ends_here : words.left_early, left) : "";
    document.getElementById("card-ends").hidden = ended;
    document.getElementById("card-goes-on").hidden = !ended;
  }

  async endCard() {
    const { seat } = this.card;
    await this.saveOrKeep();
    await this.act("ends/", {});
    pile.put({ ...pile.cards.get(seat), ended: true });
    this.forward(seat);
  }

  async goOn() {
    const { seat } = this.card;
    await this.act("goes-on/", {});
    pile.put({ ...pile.cards.get(seat), ended: false, state: "unfinished" });
    this.drawLeft(seat);
    this.card.begin();
  }

  act(act, fields) {
    const { seat } = this.card;
    const { name } = pile.cards.get(seat);
    return queue.add({ seat, name, address: addressOf(seat), act, fields });
  }

  async setAside() {
    const reason = this.reason.value.trim();
    const { seat } = this.card;
    document.getElementById("aside-error").hidden = Boolean(reason);
    if (!reason) return this.reason.focus();
    await this.saveOrKeep();
    await this.act("set-aside/", { reason });
    pile.put({ ...pile.cards.get(seat), aside: reason });
    this.reason.value = "";
    this.forward(seat);
  }

  /** Save what is typed of the card on the desk before something is done to it. */
  async saveOrKeep() {
    const { card } = this;
    const { seat } = card;
    // What can be on a card is saved with it; a line that cannot be, or is not ended, stays here as it was typed.
    if (card.isChanged && !card.firstBad && !card.half && !card.elsewhere.size) {
      const { version, from } = card;
      const { sitting } = this;
      const { name } = pile.cards.get(seat);
      const lines = card.typedLines.length;
      await queue.add({ seat, name, address: addressOf(seat), fields: card.fields(), version, from, lines, ends: [sitting] });
      await this.drafts.keep(sitting, null);
    } else if (card.isChanged) {
      await this.keep();
    }
  }

  async takeUp() {
    await this.act("take-up/", {});
    pile.put({ ...pile.cards.get(this.card.seat), aside: "" });
    this.drawAside(this.card.seat);
    this.card.begin();
  }
}

const seatIn = (path) => path.split("/").at(-2);

/** Open what the server refused: both versions of it beside each other, or the card as it was typed. */
function look(item, open) {
  if (item.state === "conflict") showRefused(item);
  else if (item.event === event) open(item.seat);
  else location.assign(item.address);
}

// ---- Begin ----

const conflict = document.getElementById("conflict-form");
if (conflict) await beginConflict(conflict, { root, queue, pile, words, addressOf });
else if (document.getElementById("card-form")) await new Desk().begin();
await pile.load();
pile.start();
queue.wake();
keepPage(root, pile);
