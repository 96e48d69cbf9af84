// The card on the desk: one line at a time, typed without a mouse and echoed at once, then the player's own totals. The
// next card replaces it without a page load. A complete card is closed at first, and must be opened before anything is
// typed over. Fires `typed` after every change, `said` for what must be read before saving, and `done` when the last
// total is confirmed.

import { endsLine, formatTyped, isLost, parseTyped } from "./card-typing.js";
import { inShort, inWords, isOdd, lean, markExtra, showOpponent, showPoints, showSpread, showWrong } from "./desk-line.js";
import { count, say } from "./desk-parts.js";
import { Totals } from "./desk-totals.js";

const SCANNED = /https?:?\/*$/i;
/** What a scanner has typed of a code before it can be known for one. */
const BEGINS_CODE = /ht{0,2}$/i;
/** As many signs as stand in one column of the card beside what is said of them. */
const SHORT = 8;
const MAY_BE_SEAT = /^\s*([a-z]{1,2}[\s.-]*)?[0-9]{1,3}\s*$/i;
const LINE_KEY = /^[0-9+\-\u2212\u2013\u2014.,@wlx]$/i;
const OPENS = ["*", "F2", "Backspace", "Delete"];

export class Card extends EventTarget {
  /** `hall` knows whether a seat is anybody's, and how many there are. */
  constructor(root, words, hall) {
    super();
    Object.assign(this, { root, words, hall });
    this.form = root.querySelector("#card-form");
    this.rows = [...this.form.querySelectorAll("tr[data-game]")];
    this.totals = new Totals(root, words);
    this.save = root.querySelector("#save");
    this.ahead = "";
    this.opener = root.querySelector("#change");
    this.seat = this.form.dataset.seat;
    this.version = Number(this.form.elements.version.value);
    this.from = null;
    // The row that is typed in and not ended, and what other tabs had in fields that say something else here.
    this.half = null;
    this.elsewhere = new Map();
    this.isFirst = "firstLines" in this.form.dataset;
    this.games = Number(this.form.dataset.games);
    this.form.dataset.live = "";
    // What the server refused is not always wrong by itself (a seat that nobody has): its line is where work goes on.
    this.refused = this.rows.find((row) => row.classList.contains("is-bad"));
    // A key may have been faster than this script.
    this.recorded = new Map(this.inputs().map(({ name, defaultValue }) => [name, defaultValue]));
    this.named = this.rows.find((row) => this.isBegun(row)) ?? this.rows.find((row) => `#${row.id}` === location.hash);
    this.listen();
    this.draw();
  }

  inputs() {
    return [...this.form.elements].filter((field) => /^(line|total)-/.test(field.name));
  }

  /** What is typed, by field; empty ones are left out. */
  fields() {
    return Object.fromEntries(this.inputs().filter(({ value }) => value).map(({ name, value }) => [name, value]));
  }

  /** From now on this is what stood there before. */
  record(fields) {
    this.recorded = new Map(this.inputs().map(({ name }) => [name, fields[name] ?? ""]));
  }

  get table() {
    return this.seat.split("-")[0];
  }

  get isChanged() {
    return this.inputs().some(({ name, value }) => value !== this.recorded.get(name));
  }

  // ---- Another card ----

  /** Lay another card on the desk; `rows` say for each game whom it expects, whether it counts and whether it is played. */
  load({ seat, name, people, substitute, rows, version, fields, from = null, recorded = fields }) {
    Object.assign(this, { seat, version, from, refused: null, named: null, half: null, elsewhere: new Map() });
    this.form.dataset.seat = seat;
    this.form.elements.version.value = version;
    this.form.querySelector("#card-name").textContent = name;
    Object.assign(this.form.querySelector("#card-people"), { textContent: people, hidden: !people });
    Object.assign(this.form.querySelector("#card-substitute"), { textContent: substitute, hidden: !substitute });
    this.form.querySelector(".sc__seat b").textContent = seat;
    this.form.querySelector("#card-table").textContent = say(this.words.table, this.table);
    this.rows.forEach((row, place) => this.lay(row, rows[place]));
    this.record(recorded);
    for (const input of this.inputs()) input.value = recorded[input.name] ?? "";
    this.fill(fields);
    this.begin();
  }

  /** Put in what is typed of this card already; without `over` only where nothing was typed just now. */
  fill(fields, { over = true } = {}) {
    for (const input of this.inputs()) {
      if (over || input.value === this.recorded.get(input.name)) input.value = fields[input.name] ?? "";
    }
    this.draw();
  }

  /** Put in what was begun of this card before; what somebody types already stays, and is half typed where they are. */
  take({ changes, elsewhere, half }) {
    const wasTyping = this.isChanged;
    const told = new Map(elsewhere);
    for (const input of this.inputs().filter(({ name }) => changes.has(name))) {
      const { name } = input;
      const text = changes.get(name);
      const isFree = input.value === this.recorded.get(name) && !(wasTyping && name === half);
      if (isFree) input.value = text;
      else if (input.value !== text) told.set(name, [text, ...(told.get(name) ?? [])]);
    }
    this.elsewhere = told;
    if (!wasTyping) this.half = this.rows.find((row) => this.input(row).name === half) ?? null;
    this.draw();
  }

  lay(row, { expected, sitsOut, isFree, counted }) {
    const { words } = this;
    const { game } = row.dataset;
    row.dataset.expected = expected;
    row.classList.toggle("is-sitout", sitsOut);
    row.classList.remove("is-bad");
    if (counted) row.dataset.counted = "";
    else delete row.dataset.counted;
    row.querySelector(".opp").dataset.shown = isFree ? words.free : sitsOut ? words.sits_out : expected;
    row.querySelector(".gp").replaceChildren();
    markExtra(row, !counted && !sitsOut, words);
    const label = isFree ? words.row_free : sitsOut ? words.row_sits_out : expected ? words.row_against : words.row_open;
    this.input(row).ariaLabel = say(label, game, expected);
  }

  /** Mark the fields that the server refused. */
  refuse(errors) {
    const bad = errors.map(({ field }) => this.rows.find((row) => field === `line-${row.dataset.game}`)).filter(Boolean);
    for (const row of bad) row.classList.add("is-bad");
    this.refused = bad[0] ?? null;
    for (const { field } of errors) this.form.elements[field]?.closest("tr").classList.add(/^total/.test(field) ? "is-off" : "is-bad");
    this.begin();
  }

  // ---- A line ----

  input(row) {
    return row.querySelector("input");
  }

  read(row) {
    return parseTyped(this.input(row).value, row.dataset.expected, this.table);
  }

  /** Take what is typed in a row: write it as the card would, or say what cannot be. */
  commit(row) {
    const line = this.read(row);
    if (this.half === row) this.half = null;
    if (!line?.code) {
      this.input(row).value = formatTyped(line, row.dataset.expected);
      this.elsewhere.delete(this.input(row).name);
    }
    // What stands in one line may be odd because of another.
    this.draw();
    this.tell();
    return !line?.code;
  }

  tell() {
    this.dispatchEvent(new Event("typed"));
  }

  draw() {
    this.add();
    for (const row of this.rows) this.show(row);
  }

  show(row) {
    if (row === this.half) return this.showHalf(row);
    const line = this.read(row);
    const bad = Boolean(line?.code);
    row.classList.toggle("is-bad", bad);
    row.classList.toggle("is-todo", line === null);
    this.input(row).ariaInvalid = String(bad);
    lean(this.input(row));
    this.echo(row, line);
    const before = this.before(row);
    if (bad) return showWrong(row, this.input(row).value, before);
    const doubts = this.doubtsOf(row, line).map(({ short }) => short);
    row.classList.toggle("is-odd", Boolean(line) && (isOdd(line) || doubts.length > 0));
    showPoints(row, line);
    showSpread(row, line, [...doubts, ...before], this.words);
    showOpponent(row, line, this.words);
  }

  /** What is half typed is not called wrong, only what cannot become right any more. */
  showHalf(row) {
    const input = this.input(row);
    const line = this.read(row);
    const bad = isLost(input.value, row.dataset.expected, this.table, this.hall.isSeat);
    row.classList.toggle("is-bad", bad);
    input.ariaInvalid = String(bad);
    lean(input);
    this.echo(row, line?.code && !bad ? null : line);
    showPoints(row, line);
    if (!line?.code) showOpponent(row, line, this.words);
  }

  /** What the line says, read back beside the figure, with what is odd about it and what stood there before. */
  echo(row, line) {
    const { words } = this;
    const said = [];
    if (this.isClosed) said.push(words.closed);
    else if (line?.code) said.push(words[line.code]);
    else if (line) said.push(inWords(line, words), ...this.doubtsOf(row, line).map(({ long }) => long));
    else if (this.isFirst && row.querySelector(".gp .extra")) said.push(words.extra_line);
    else if (!row.dataset.expected && !row.classList.contains("is-sitout")) said.push(words.open_line);
    // A sign alone may be one too many of the line before.
    if (row === this.half && /^[+\-\u2212\u2013\u2014]$/.test(this.input(row).value)) said.push(words.sign_first);
    const was = this.was(row);
    if (was && !this.isClosed) said.push(say(words.was_esc, was));
    const elsewhere = this.elsewhereOf(row);
    if (elsewhere && !this.isClosed) said.push(say(words.elsewhere, elsewhere));
    row.querySelector(".entry__say").textContent = said.join("; ");
    row.classList.toggle("is-told", said.length > 1 || (Boolean(line?.code) && this.input(row).value.length > SHORT));
  }

  // ---- What stood there before, and what is odd ----

  /** The line that was typed before and is another one now, in short; empty where it stands. */
  was(row) {
    const { expected } = row.dataset;
    const recorded = this.recorded.get(this.input(row).name);
    const before = parseTyped(recorded ?? "", expected, this.table);
    const line = this.read(row);
    if (!before || before.code || (!line?.code && formatTyped(line, expected) === formatTyped(before, expected))) return "";
    return inShort(before, expected);
  }

  before(row) {
    const [was, elsewhere] = [this.was(row), this.elsewhereOf(row)];
    return [...(was ? [say(this.words.was, was)] : []), ...(elsewhere ? [say(this.words.elsewhere_short, elsewhere)] : [])];
  }

  /** What another tab had in this line, in short; empty where it had nothing else. */
  elsewhereOf(row) {
    const { expected } = row.dataset;
    const short = (text) => {
      const line = parseTyped(text, expected, this.table);
      return line && !line.code ? inShort(line, expected) : text || this.words.blank;
    };
    return (this.elsewhere.get(this.input(row).name) ?? []).map(short).join(", ");
  }

  /** What other tabs had in the totals, in sentences. */
  get totalsElsewhere() {
    const fields = this.totals.fields.filter(({ name }) => this.elsewhere.has(name));
    const { words, totals } = this;
    return fields.map(({ name }) =>
      say(words.total_elsewhere, totals.label(name.slice("total-".length)), this.elsewhere.get(name).map((text) => text || words.blank).join(", ")),
    );
  }

  /** What is odd about whom the line names; a paper may say so all the same. `refused` is what no card can be saved with. */
  doubtsOf(row, line) {
    const { words, seat } = this;
    const opponent = line?.opponent;
    if (!opponent) return [];
    if (opponent === seat) return [{ short: words.own_seat_short, long: words.own_seat, refused: true }];
    if (!this.hall.isSeat(opponent)) return [{ short: words.nobody_short, long: say(words.nobody_at, opponent), refused: true }];
    if (!this.meetsOnce) return [];
    const others = this.rows.filter((other) => other !== row && this.read(other)?.opponent === opponent);
    const games = others.map((other) => other.dataset.game).join(", ");
    return others.length ? [{ short: say(words.twice_short, games), long: say(words.twice, opponent, games) }] : [];
  }

  /** Whether nobody is met twice: by the rotation, or, without one, because there are enough people. */
  get meetsOnce() {
    const known = this.rows.map((row) => row.dataset.expected).filter(Boolean);
    return known.length ? new Set(known).size === known.length : this.hall.size > this.rows.length;
  }

  /**
   * What is to be read before the card is saved as it is: what the server will refuse, what another tab said, games without a
   * line; and what one key more does then.
   */
  get doubts() {
    if (this.isClosed) return [];
    const { words } = this;
    const wanted = this.isFirst ? this.games - this.typedLines.length : this.rows.filter((row) => this.isMissing(row)).length;
    const refused = this.typedLines.flatMap(({ row, line }) =>
      this.doubtsOf(row, line).filter((doubt) => doubt.refused).map(({ long }) => say(words.game_says, row.dataset.game, long)),
    );
    const apart = this.rows.filter((row) => this.elsewhereOf(row));
    const elsewhere = apart.map((row) => say(words.game_says, row.dataset.game, say(words.elsewhere, this.elsewhereOf(row))));
    const blank = wanted > 0 ? [count(words.games_blank, wanted)] : [];
    const last = refused.length ? words.once_more_refused : words.once_more;
    const doubts = [...refused, ...elsewhere, ...this.totalsElsewhere, ...blank];
    return doubts.length ? [...doubts, last] : [];
  }

  isMissing(row) {
    return "counted" in row.dataset && !this.input(row).value;
  }

  // ---- Closed ----

  /** Whether the card was whole when it was laid here. */
  get wasWhole() {
    const isThere = (row) => Boolean(this.recorded.get(this.input(row).name));
    if (this.isFirst) return this.rows.filter(isThere).length >= this.games;
    const counted = this.rows.filter((row) => "counted" in row.dataset);
    return counted.length > 0 && counted.every(isThere);
  }

  close(isClosed) {
    this.isClosed = isClosed;
    this.opener.hidden = !isClosed;
    for (const input of this.inputs()) input.readOnly = isClosed;
    this.stray = "";
  }

  /** From now on what is typed takes the place of what stands there. */
  change() {
    const field = this.at;
    this.close(false);
    this.draw();
    this.dispatchEvent(new CustomEvent("said", { detail: this.words.opened }));
    field.focus();
    field.select();
  }

  /** A key on a closed card: whether it did nothing but was meant to write. */
  keepsOut(event) {
    if (!this.isClosed || (event.key.length > 1 && !OPENS.includes(event.key))) return false;
    event.preventDefault();
    if (OPENS.includes(event.key)) {
      this.change();
      return true;
    }
    this.stray += event.key;
    const scanned = SCANNED.exec(this.stray);
    if (scanned) this.scan(scanned[0]);
    else document.getElementById("announce").textContent = this.words.closed;
    return true;
  }

  // ---- Totals ----

  get typedLines() {
    return this.rows.map((row) => ({ row, line: this.read(row) })).filter(({ row, line }) => row !== this.half && line && !line.code);
  }

  add() {
    const typed = this.typedLines;
    if (this.isFirst) {
      const isAfter = (row) => typed.filter((other) => this.rows.indexOf(other.row) < this.rows.indexOf(row)).length >= this.games;
      for (const row of this.rows) markExtra(row, isAfter(row), this.words);
    }
    const counted = this.isFirst ? typed.slice(0, this.games) : typed.filter(({ row }) => "counted" in row.dataset);
    return this.totals.add(counted.map(({ line }) => line), { typed: typed.length, wanted: this.games });
  }

  // ---- From line to line ----

  go(row) {
    // Whoever goes elsewhere on the card has ended the line.
    if (this.half && this.half !== row) this.commit(this.half);
    for (const other of this.rows) {
      const isActive = other === row;
      other.classList.toggle("is-active", isActive);
      if (isActive) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
    if (!row) return;
    this.at = this.input(row);
    this.leaveFor(this.at);
    if (this.isClosed) this.echo(row, this.read(row));
    row.scrollIntoView({ block: "nearest" });
  }

  /** The next row in this direction; a sit-out is passed over unless something stands there. */
  beside(row, step) {
    let place = this.rows.indexOf(row) + step;
    while (this.rows[place]?.classList.contains("is-sitout") && !this.input(this.rows[place]).value) place += step;
    return this.rows[place];
  }

  next(row) {
    const following = this.beside(row, 1);
    if (following) this.go(following);
    else this.toTotal(0);
  }

  toTotal(place) {
    this.go(null);
    this.leaveFor(this.totals.fields[place]);
  }

  /** Where work begins: at what is wrong, at the line that the address names, at the first line or total to do. */
  begin() {
    const bad = this.rows.find((row) => row.classList.contains("is-bad"));
    const todo = this.rows.find((row) => row.classList.contains("is-todo") && !row.classList.contains("is-sitout"));
    const apart = this.rows.find((row) => this.elsewhereOf(row));
    const there = this.half ?? this.refused ?? bad ?? apart ?? this.named;
    this.close(!there && !this.isChanged && this.wasWhole);
    this.draw();
    const total = this.totals.fields.findIndex(({ value }) => !value);
    if (there || todo || this.isClosed) this.go(there ?? todo ?? this.rows[0]);
    else if (total >= 0) this.toTotal(total);
    else this.toSave();
    // A line half typed goes on at its end.
    if (this.half) this.at.setSelectionRange(this.at.value.length, this.at.value.length);
  }

  /** Whether somebody is typing in this row. */
  isBegun(row) {
    const input = this.input(row);
    return input === document.activeElement && input.value !== this.recorded.get(input.name);
  }

  /** The first line that no card can hold; undefined where all can be saved. */
  get firstBad() {
    return this.rows.find((row) => this.read(row)?.code);
  }

  // ---- Keys ----

  listen() {
    for (const row of this.rows) {
      const input = this.input(row);
      input.addEventListener("keydown", (event) => this.lineKey(event, row));
      input.addEventListener("input", () => this.typed(row));
      input.addEventListener("focus", () => row.classList.contains("is-active") || this.go(row));
      row.addEventListener("click", ({ target }) => {
        if (target !== input) this.go(row);
        if (this.isClosed) this.change();
      });
    }
    this.totals.fields.forEach((field, place) => {
      field.addEventListener("keydown", (event) => this.totalKey(event, place));
      field.addEventListener("input", () => this.isScan(field) || (this.add(), BEGINS_CODE.test(field.value) || this.tell()));
      field.addEventListener("focus", () => {
        this.go(null);
        this.at = field;
      });
      field.addEventListener("click", () => this.isClosed && this.change());
    });
    this.opener.addEventListener("click", () => this.change());
    this.save.addEventListener("keydown", (event) => this.saveKey(event));
    this.save.addEventListener("blur", () => (this.ahead = ""));
    this.form.addEventListener("submit", (event) => {
      if (event.submitter && event.submitter !== this.save) return;
      event.preventDefault();
      this.finish();
    });
  }

  /** A scanner types the address of a card wherever the focus is: what it began goes on in the seat field. */
  isScan(field) {
    const scanned = SCANNED.exec(field.value);
    if (!scanned) return false;
    this.cut(field, scanned.index);
    this.scan(scanned[0]);
    return true;
  }

  /** What a scanner typed before it was known for one is none of this card's. */
  cut(field, place) {
    field.value = field.value.slice(0, place);
    if (this.half && !this.input(this.half).value) this.half = null;
    this.tell();
  }

  /** Another card is looked for; `text` is what was typed of it already. */
  scan(text) {
    this.stray = "";
    this.dispatchEvent(new CustomEvent("scan", { detail: text }));
  }

  typed(row) {
    const input = this.input(row);
    if (this.isScan(input)) return void this.show(row);
    if (endsLine(input.value, row.dataset.expected, this.table)) {
      if (this.commit(row)) this.next(row);
      return;
    }
    this.half = input.value ? row : null;
    this.show(row);
    this.add();
    if (!BEGINS_CODE.test(input.value)) this.tell();
  }

  lineKey(event, row) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== "/" && this.keepsOut(event)) return;
    // A sign key held down ends one line and begins no other.
    if (event.repeat && /^[+\-\u2212\u2013\u2014]$/.test(event.key) && !this.input(row).value) return event.preventDefault();
    const act = {
      // One Enter too many after the totals shall not pass over the first game of the next card; the arrow does.
      Enter: () => !this.isUntouched(row) && this.leave(row) && this.next(row),
      ArrowDown: () => this.leave(row) && this.next(row),
      ArrowUp: () => this.leave(row) && this.beside(row, -1) && this.go(this.beside(row, -1)),
      Escape: () => this.isClosed || this.undo(row),
      "/": () => this.slash(row),
    }[event.key];
    if (event.key === "Backspace" && this.input(row).value === "") {
      this.commit(row);
      document.getElementById("announce").textContent = say(this.words.cleared, row.dataset.game);
      return;
    }
    if (!act || (event.key === "/" && this.endsSeat(this.input(row)))) return;
    event.preventDefault();
    act();
  }

  /** Whether a slash typed here stands behind a seat: then it belongs to the line. */
  endsSeat({ value, selectionStart, selectionEnd, readOnly }) {
    const isSelected = selectionStart === 0 && selectionEnd === value.length;
    return !readOnly && !isSelected && (value.startsWith("@") || MAY_BE_SEAT.test(value.slice(0, selectionStart)));
  }

  /** Another card is looked for. A scanner that types a path may have begun it behind a seat. */
  slash(row) {
    const input = this.input(row);
    const isPath = /\/t$/.test(input.value);
    if (isPath) {
      this.cut(input, -2);
      this.show(row);
    }
    this.scan(isPath ? "/t/" : null);
  }

  leave(row) {
    return this.isClosed || this.commit(row);
  }

  isUntouched(row) {
    return row === this.rows[0] && !this.input(row).value && this.typedLines.length === 0;
  }

  leaveFor(field) {
    // What somebody is typing there already is not taken for something to type over.
    if (document.activeElement === field) return;
    field.focus();
    if (!field.readOnly) field.select();
  }

  /** Back to where work was, as it was. */
  resume() {
    this.at?.focus();
  }

  /** Back to what stood there when the card was opened. */
  undo(row) {
    this.input(row).value = this.recorded.get(this.input(row).name) ?? "";
    this.commit(row);
    this.input(row).select();
  }

  totalKey(event, place) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const fields = this.totals.fields;
    if (event.key === "/") {
      event.preventDefault();
      this.scan(null);
    } else if (this.keepsOut(event)) {
      return;
    } else if (event.key === "Escape") {
      event.preventDefault();
      fields[place].value = this.recorded.get(fields[place].name) ?? "";
      fields[place].select();
      this.add();
      this.tell();
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      if (place) this.leaveFor(fields[place - 1]);
      else this.go(this.rows.findLast((row) => !row.classList.contains("is-sitout")));
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      if (Number.isNaN(this.totals.read(fields[place]))) return;
      if (this.elsewhere.delete(fields[place].name)) this.tell();
      if (place + 1 < fields.length) this.leaveFor(fields[place + 1]);
      else if (this.add() && event.key === "Enter" && !this.doubts.length) this.finish();
      else this.toSave();
    }
  }

  /** Not on to the next card without a look: the same key once more saves. */
  toSave() {
    const { doubts } = this;
    if (doubts.length) this.dispatchEvent(new CustomEvent("said", { detail: doubts.join(" ") }));
    this.go(null);
    this.at = this.save;
    this.save.focus();
  }

  /** Whoever types on at the button without a look is told, and their next Enter saves nothing: it ends a line, they think. */
  saveKey(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const tell = (text) => this.dispatchEvent(new CustomEvent("said", { detail: text }));
    if (event.key === "ArrowUp") {
      this.toTotal(this.totals.fields.length - 1);
    } else if (LINE_KEY.test(event.key)) {
      this.ahead += event.key;
      tell(say(this.words.typed_on, this.ahead));
    } else if (event.key === "Enter" && this.ahead) {
      this.ahead = "";
      tell(this.words.once_more);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The card is typed: told, unless a line cannot be on any card. */
  finish() {
    if (this.half) this.commit(this.half);
    const bad = this.firstBad ?? this.totals.fields.find((field) => Number.isNaN(this.totals.read(field)));
    if (!bad) return void this.dispatchEvent(new Event("done"));
    if (bad.matches("tr")) {
      this.show(bad);
      this.go(bad);
    } else {
      this.leaveFor(bad);
    }
  }
}
