// Drafts: cards begun in this browser and not confirmed. Each time a card is opened begins a sitting with a draft of
// its own, so that two tabs with one card never overwrite each other. A draft ends with its sitting: a confirmed card
// names the sittings that it ends (desk-queue.js), so a draft that is written late or left behind does not count. What
// a closed tab left is merged line by line.
//
// A draft is {version, from, fields, base, half, elsewhere, tab, at, name, by, address}: the typed values by field, the
// `base` they were typed on, the field that is `half` typed, and what other tabs typed `elsewhere` where they differ.

import { newKey } from "./desk-server.js";

export const LEAD = "draft\n";

/** What of a draft differs from what it was typed on, by field; what was emptied on purpose is empty. */
export function changesOf({ fields, base = {} }) {
  const names = Object.keys({ ...base, ...fields });
  return new Map(names.filter((name) => (fields[name] ?? "") !== (base[name] ?? "")).map((name) => [name, fields[name] ?? ""]));
}

/** How many of these names are those of lines. */
export const linesIn = (names) => [...names].filter((name) => name.startsWith("line-")).length;

/** A draft as it was kept, with whose it is, of which card, and the sitting that it belongs to: the name it is kept under. */
export function readDraft([sitting, draft]) {
  const [, user, event, seat] = sitting.split("\n");
  return { ...draft, sitting, user, event, seat };
}

/** Several drafts of one card as one; where two say different things the first has the field and the other is told. */
export function join(drafts) {
  const [first] = drafts;
  const changes = new Map();
  const elsewhere = new Map();
  const tell = (name, text) => {
    const told = elsewhere.get(name) ?? [];
    if (changes.get(name) !== text && !told.includes(text)) elsewhere.set(name, [...told, text]);
  };
  for (const draft of drafts) {
    for (const [name, text] of changesOf(draft)) {
      // A line half typed is nothing yet: where somebody goes on elsewhere it is told, and not taken for a whole one.
      if (changes.has(name) || (draft !== first && name === draft.half)) tell(name, text);
      else changes.set(name, text);
    }
  }
  for (const draft of drafts) {
    for (const [name, texts] of Object.entries(draft.elsewhere ?? {})) for (const text of texts) tell(name, text);
  }
  // The older version: if somebody saved the card since, the server shows both.
  const { version, from } = drafts.reduce((oldest, draft) => (draft.version < oldest.version ? draft : oldest));
  return { changes, elsewhere, half: first.half, version, from };
}

export class Drafts {
  waiting = new Map();
  writing = null;

  /** The drafts of one person's tab; `isOver` says whether a sitting is. */
  constructor(store, { user, event, tabs, isOver }) {
    Object.assign(this, { store, user, event, tabs, isOver });
    // What waits behind a write is on its way before the page is gone.
    addEventListener("pagehide", () => this.flush());
  }

  /** A card is laid: the name of its sitting. */
  sit(seat) {
    return `${LEAD}${this.user}\n${this.event}\n${seat}\n${newKey()}`;
  }

  mark(draft) {
    return { ...draft, tab: this.tabs.tab, at: Date.now() };
  }

  /**
   * Keep what stands on the card, or nothing where `draft` is null; resolves once it is written. One write is on its way at a
   * time, and of what comes meanwhile only the last.
   */
  keep(sitting, draft) {
    this.waiting.set(sitting, draft && this.mark(draft));
    return (this.writing ??= this.write());
  }

  async write() {
    try {
      while (this.waiting.size) await this.flush();
    } finally {
      this.writing = null;
    }
  }

  flush() {
    const now = [...this.waiting];
    if (!now.length) return undefined;
    this.waiting.clear();
    const [put, drop] = [now.filter(([, draft]) => draft), now.filter(([, draft]) => !draft)];
    return this.store.keepAll({ put, drop: drop.map(([sitting]) => sitting) });
  }

  /**
   * Take up what this tab and closed ones left of a card. `lay` is given it as one, puts it on the desk and says what is to be
   * kept of this sitting from now on (null for nothing); where it says undefined nothing is taken. What was taken is
   * forgotten in the same transaction, and nothing else.
   */
  async takeUp(seat, sitting, lay) {
    const lead = `${LEAD}${this.user}\n${this.event}\n${seat}`;
    const left = (kept) => {
      const drafts = kept.map(readDraft).filter((draft) => draft.seat === seat && draft.sitting !== sitting);
      return drafts.filter((draft) => !this.isOver(draft.sitting));
    };
    if (!left(await this.store.allKept(lead)).length) return;
    const { tab } = this.tabs;
    const open = await this.tabs.open();
    const isOwn = (draft) => draft.tab === tab;
    await this.store.changeKept(lead, (kept) => {
      const free = left(kept).filter((draft) => isOwn(draft) || !open.has(draft.tab));
      if (!free.length) return {};
      // This tab's own has the last word, then what was typed last.
      free.sort((one, other) => isOwn(other) - isOwn(one) || (other.at ?? 0) - (one.at ?? 0));
      const draft = lay(join(free), free);
      if (draft === undefined) return {};
      const drop = free.map((one) => one.sitting);
      return draft ? { put: [[sitting, this.mark(draft)]], drop } : { drop: [...drop, sitting] };
    });
  }
}
