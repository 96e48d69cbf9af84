// Finding a card: by its seat in any spelling, by the number alone (a number pad has no letters, so it means the table
// of the open card), by part of a name, or by the code on a card, which a scanner types as the URL of its page.

import { readSeat } from "./card-typing.js";
import { say } from "./desk-parts.js";

const SITE = /^https?:\/\/(\[[^\]]+\]|[^/:\s]+)/i;
const CODE = /(?:^|\/)t\/([^/\s]+)\/([^/\s]+)\/cards\/([A-Za-z]{1,2}-?[0-9]{1,3})\/?$/;
const MOST = 8;

/** What a scanner has typed: {event, seat, path}; null for what is no code of a card. */
export function readCode(text) {
  const match = CODE.exec(text.trim());
  if (!match) return null;
  const seat = readSeat(match[3]);
  return seat && { event: `${match[1]}/${match[2]}`, seat, path: `/t/${match[1]}/${match[2]}/cards/${seat}/` };
}

/** The host that a code leads to where this site goes by other names; null for a code of this site. An address in figures tells
    no sites apart: cards printed at home carry the one that this computer had there. */
export function otherSite(text, names) {
  const host = SITE.exec(text.trim())?.[1].toLowerCase();
  if (host && /^(\[.*\]|[\d.]+)$/.test(host)) return null;
  const isName = (name) => name === "*" || name === host || (name.startsWith(".") && `.${host}`.endsWith(name));
  return !host || [location.hostname, ...names].some(isName) ? null : host;
}

/** Whether somebody is still typing what could become a code. */
export const mayBeCode = (text) => /https?:|^\/?t\//i.test(text);

/** The cards that this text means, those whose names begin with it first; `table` is the one on the desk. */
export function findCards(text, cards, table) {
  const typed = text.trim();
  const number = /^0*([1-9][0-9]{0,2})$/.exec(typed)?.[1];
  // A list of suggestions gives "A-23 Lorraine Petty".
  const seat = number ? `${table}-${number}` : (readSeat(typed) ?? readSeat(typed.split(" ")[0]));
  if (seat) return cards.filter((card) => card.seat === seat);
  const parts = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!parts.length) return [];
  const hits = cards.filter(({ name }) => parts.every((part) => name.toLocaleLowerCase().includes(part)));
  const begins = ({ name }) => name.toLocaleLowerCase().split(/\s+/).some((word) => word.startsWith(parts[0]));
  return [...hits.filter(begins), ...hits.filter((card) => !begins(card))];
}

/** The field in which a card is looked for, with the list of those that a name may mean. */
export class Finder {
  hits = [];
  chosen = -1;

  constructor(root, { cards, table, open, back, words, ready, hosts }) {
    Object.assign(this, { cards, table, open, back, words, ready, hosts });
    this.field = root.querySelector("#seat");
    this.list = root.querySelector("#seat-hits");
    this.said = root.querySelector("#seat-said");
    this.field.removeAttribute("list");
    Object.assign(this.field, { role: "combobox", ariaExpanded: "false", ariaAutoComplete: "list" });
    this.field.setAttribute("aria-controls", this.list.id);
    this.field.form.addEventListener("submit", (event) => (event.preventDefault(), this.find()));
    this.field.addEventListener("input", () => this.suggest());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => setTimeout(() => this.close(), 150));
  }

  show(seat) {
    this.field.value = seat;
    this.close();
    this.say("");
  }

  /** Take over what a scanner began to type somewhere else. */
  take(text) {
    this.field.value = text;
    this.field.focus();
    this.field.setSelectionRange(text.length, text.length);
  }

  say(text, link) {
    this.said.replaceChildren(text, ...(link ? [" ", link] : []));
    this.said.hidden = !text;
  }

  /** What is looked for: the key that leads here is no part of it. */
  get text() {
    return this.field.value.replace(/^\/(?!t\/)/, "");
  }

  async find() {
    const { text } = this;
    const site = otherSite(text, this.hosts);
    if (site) {
      this.say(say(this.words.other_site, site));
      return this.field.select();
    }
    const code = readCode(text);
    await this.ready();
    if (code) return this.open(code);
    if (this.chosen >= 0) return this.open({ seat: this.hits[this.chosen].seat });
    const hits = findCards(text, this.cards(), this.table());
    if (hits.length === 1) return this.open({ seat: hits[0].seat });
    this.say(hits.length ? this.words.choose : this.words.nobody);
    if (hits.length) this.suggest();
    this.field.select();
  }

  suggest() {
    const { text } = this;
    const isName = /\p{L}{2}/u.test(text) && !mayBeCode(text) && !readSeat(text);
    this.hits = isName ? findCards(text, this.cards(), this.table()).slice(0, MOST) : [];
    this.chosen = -1;
    this.draw();
  }

  draw() {
    this.list.hidden = this.hits.length === 0;
    this.field.ariaExpanded = String(this.hits.length > 0);
    this.list.replaceChildren(...this.hits.map((card, place) => this.option(card, place)));
    if (this.chosen >= 0) this.field.setAttribute("aria-activedescendant", `hit-${this.chosen}`);
    else this.field.removeAttribute("aria-activedescendant");
  }

  option({ seat, name }, place) {
    const option = document.createElement("li");
    Object.assign(option, { id: `hit-${place}`, role: "option", ariaSelected: String(place === this.chosen) });
    const id = document.createElement("b");
    id.textContent = seat;
    option.append(id, ` ${name}`);
    option.addEventListener("mousedown", (event) => (event.preventDefault(), this.open({ seat })));
    return option;
  }

  /** Whether what is typed now takes the place of everything that stands here. */
  get isAnew() {
    const { selectionStart, selectionEnd, value } = this.field;
    return selectionStart === 0 && selectionEnd === value.length;
  }

  key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      return this.hits.length ? this.close() : this.back();
    }
    // Whoever is here already types the key that leads here all the same.
    if (event.key === "/" && this.isAnew) {
      event.preventDefault();
      return this.field.select();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !this.hits.length) return;
    event.preventDefault();
    this.chosen = (this.chosen + step + this.hits.length) % this.hits.length;
    this.draw();
  }

  close() {
    this.hits = [];
    this.chosen = -1;
    this.draw();
  }
}
