// The card on the desk: one line at a time, typed without a mouse and echoed at once, then the player's own totals. Another
// card takes its place without a new page. Tells `typed` after every change and `done` when the last total is confirmed.

import { countedPoints, formatTyped, parseTyped, twoDigits } from "./card-typing.js";
import { say, tag } from "./desk-parts.js";
import { Totals } from "./desk-totals.js";

const SECOND_GLANCE = 61;
const SCANNED = /https?:?\/*$/i;

export class Card extends EventTarget {
  constructor(root, words) {
    super();
    Object.assign(this, { root, words });
    this.form = root.querySelector("#card-form");
    this.rows = [...this.form.querySelectorAll("tr[data-game]")];
    this.totals = new Totals(root, words);
    this.save = root.querySelector("#save");
    this.seat = this.form.dataset.seat;
    this.version = Number(this.form.elements.version.value);
    this.from = null;
    this.isFirst = "firstLines" in this.form.dataset;
    this.games = Number(this.form.dataset.games);
    this.form.dataset.live = "";
    // What the server refused is not always wrong by itself (a seat that nobody has): its line is where work goes on.
    this.refused = this.rows.find((row) => row.classList.contains("is-bad"));
    this.remember();
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

  remember() {
    this.recorded = new Map(this.inputs().map(({ name, value }) => [name, value]));
  }

  get isChanged() {
    return this.inputs().some(({ name, value }) => value !== this.recorded.get(name));
  }

  // ---- Another card ----

  /** Lay another card on the desk; `rows` say for each game whom it expects, whether it counts and whether it is played. */
  load({ seat, name, rows, version, fields, from = null, recorded = fields }) {
    Object.assign(this, { seat, version, from, refused: null });
    this.form.dataset.seat = seat;
    this.form.elements.version.value = version;
    this.form.querySelector("#card-name").textContent = name;
    this.form.querySelector(".sc__seat b").textContent = seat;
    this.form.querySelector("#card-table").textContent = say(this.words.table, seat.split("-")[0]);
    this.rows.forEach((row, place) => this.lay(row, rows[place]));
    for (const input of this.inputs()) input.value = recorded[input.name] ?? "";
    this.remember();
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

  lay(row, { expected, sitsOut, counted }) {
    const { words } = this;
    const { game } = row.dataset;
    row.dataset.expected = expected;
    row.classList.toggle("is-sitout", sitsOut);
    row.classList.remove("is-bad");
    if (counted) row.dataset.counted = "";
    else delete row.dataset.counted;
    row.querySelector(".opp").dataset.shown = sitsOut ? words.sits_out : expected;
    const extra = document.createElement("span");
    extra.className = "extra";
    extra.textContent = words.extra;
    row.querySelector(".gp").replaceChildren(...(counted || sitsOut ? [] : [extra]));
    const label = sitsOut ? words.row_sits_out : expected ? words.row_against : words.row_open;
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
    return parseTyped(this.input(row).value, row.dataset.expected);
  }

  /** Take what is typed in a row: write it as the card would, or say what cannot be. */
  commit(row) {
    const line = this.read(row);
    if (!line?.code) this.input(row).value = formatTyped(line, row.dataset.expected);
    this.show(row);
    this.add();
    this.tell();
    return !line?.code;
  }

  tell() {
    this.dispatchEvent(new Event("typed"));
  }

  draw() {
    for (const row of this.rows) this.show(row);
    this.add();
  }

  show(row) {
    const line = this.read(row);
    const bad = Boolean(line?.code);
    const [points, plus, minus] = [".gp", ".plus", ".minus"].map((name) => row.querySelector(name));
    row.classList.toggle("is-bad", bad);
    row.classList.toggle("is-todo", line === null);
    this.input(row).ariaInvalid = String(bad);
    this.lean(row);
    this.echo(row, line);
    if (bad) {
      plus.replaceChildren(tag(this.input(row).value));
      minus.replaceChildren();
      return;
    }
    this.showPoints(points, line);
    row.classList.toggle("is-odd", Boolean(line) && this.isOdd(line));
    plus.replaceChildren(...this.column(line, "plus"));
    minus.replaceChildren(...this.column(line, "minus"));
    const opponent = row.querySelector(".opp");
    const named = !line ? opponent.dataset.shown : (line.opponent ?? this.words.blank);
    const isOther = row.dataset.expected && line?.opponent !== row.dataset.expected;
    opponent.replaceChildren(line && (isOther || !line.opponent) ? tag(named) : named);
  }

  lean(row) {
    this.input(row).classList.toggle("is-minus", /-/.test(this.input(row).value.replace(/^@\s*\S+/, "")));
  }

  showPoints(cell, line) {
    const extra = cell.querySelector(".extra");
    cell.replaceChildren(...(extra ? [extra, " "] : []), String(line?.points ?? ""));
    cell.classList.toggle("is-zero", line?.points === 0);
  }

  isOdd(line) {
    const won = line.points > 0;
    return (
      line.points === null || (line.plus === null && line.minus === null) || (line.plus ?? line.minus) >= SECOND_GLANCE ||
      (won ? line.plus === null || line.points !== countedPoints(line) : line.minus === null)
    );
  }

  /** One of the two spread columns: the figure, and beside it what is odd about it. */
  column(line, name) {
    if (!line) return [];
    const { words } = this;
    const figure = line[name];
    if (line.plus === null && line.minus === null) {
      const isHere = line.points === 0 ? name === "minus" : name === "plus";
      return isHere ? [tag(words.blank)] : [];
    }
    if (figure === null) return [];
    const marks = [];
    if (line.points === null) marks.push(tag(words.points_blank));
    else if (name === "minus" && line.points > 0) marks.push(tag(words.win));
    else if (name === "plus" && line.points === 0) marks.push(tag(words.loss));
    else if (name === "plus" && line.points !== countedPoints(line)) marks.push(tag(say(words.other_points, line.points)));
    if (figure >= SECOND_GLANCE) marks.push(tag(words.large));
    return [...marks, ...(marks.length ? [" "] : []), twoDigits(figure)];
  }

  /** What the line says, read back beside the figure. */
  echo(row, line) {
    const { words } = this;
    let text = "";
    if (line?.code) text = words[line.code];
    else if (line) {
      const spread = line.plus ?? line.minus;
      if (line.points === null) text = spread === null && !line.opponent ? words.blank_line : words.points_blank;
      else if (spread === null) text = line.points > 0 ? words.win_blank : words.loss_blank;
      else if (line.points > 0 && line.minus !== null) text = words.win_in_minus;
      else if (line.points === 0 && line.plus !== null) text = words.loss_in_plus;
      else text = say(line.points > 0 ? words.won : words.lost, spread);
      if (!line.opponent && text !== words.blank_line) text += `, ${words.opponent_blank}`;
    }
    row.querySelector(".entry__say").textContent = text;
  }

  // ---- Totals ----

  get typedLines() {
    return this.rows.map((row) => ({ row, line: this.read(row) })).filter(({ line }) => line && !line.code);
  }

  add() {
    const typed = this.typedLines;
    const counted = this.isFirst ? typed.slice(0, this.games) : typed.filter(({ row }) => "counted" in row.dataset);
    return this.totals.add(counted.map(({ line }) => line), { typed: typed.length, wanted: this.games });
  }

  // ---- From line to line ----

  go(row) {
    for (const other of this.rows) {
      const isActive = other === row;
      other.classList.toggle("is-active", isActive);
      if (isActive) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
    if (!row) return;
    this.leaveFor(this.input(row));
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

  /** Where work begins: at what is wrong, at the line that the address names, at the first line to do. */
  begin() {
    const bad = this.rows.find((row) => row.classList.contains("is-bad"));
    const todo = this.rows.find((row) => row.classList.contains("is-todo") && !row.classList.contains("is-sitout"));
    const named = this.rows.find((row) => `#${row.id}` === location.hash);
    this.go(this.refused ?? bad ?? named ?? todo ?? this.rows[0]);
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
      row.addEventListener("click", ({ target }) => target === input || this.go(row));
    }
    this.totals.fields.forEach((field, place) => {
      field.addEventListener("keydown", (event) => this.totalKey(event, place));
      field.addEventListener("input", () => this.isScan(field) || (this.add(), this.tell()));
      field.addEventListener("focus", () => this.go(null));
    });
    this.save.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowUp") return;
      event.preventDefault();
      this.toTotal(this.totals.fields.length - 1);
    });
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
    field.value = field.value.slice(0, scanned.index);
    this.dispatchEvent(new CustomEvent("scan", { detail: scanned[0] }));
    return true;
  }

  typed(row) {
    const input = this.input(row);
    if (this.isScan(input)) return void this.show(row);
    // A sign after the figure ends the line.
    if (/[0-9*]\s*[+\-\u2212]$/.test(input.value) && !this.read(row)?.code) {
      if (this.commit(row)) this.next(row);
      return;
    }
    // What is half typed is not called wrong yet.
    row.classList.remove("is-bad");
    const line = this.read(row);
    this.lean(row);
    this.echo(row, line?.code ? null : line);
    this.showPoints(row.querySelector(".gp"), line);
    this.add();
    this.tell();
  }

  lineKey(event, row) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = {
      // One Enter too many after the totals shall not pass over the first game of the next card; the arrow does.
      Enter: () => !this.isUntouched(row) && this.commit(row) && this.next(row),
      ArrowDown: () => this.commit(row) && this.next(row),
      ArrowUp: () => this.commit(row) && this.beside(row, -1) && this.go(this.beside(row, -1)),
      Escape: () => this.undo(row),
      "/": () => this.dispatchEvent(new CustomEvent("scan", { detail: null })),
    }[event.key];
    if (event.key === "Backspace" && this.input(row).value === "") {
      this.commit(row);
      document.getElementById("announce").textContent = say(this.words.cleared, row.dataset.game);
      return;
    }
    if (!act || (event.key === "/" && this.input(row).value.startsWith("@"))) return;
    event.preventDefault();
    act();
  }

  isUntouched(row) {
    return row === this.rows[0] && !this.input(row).value && this.typedLines.length === 0;
  }

  leaveFor(field) {
    // What somebody is typing there already is not taken for something to type over.
    if (document.activeElement === field) return;
    field.focus();
    field.select();
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
      this.dispatchEvent(new CustomEvent("scan", { detail: null }));
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      if (place) this.leaveFor(fields[place - 1]);
      else this.go(this.rows.findLast((row) => !row.classList.contains("is-sitout")));
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      if (Number.isNaN(this.totals.read(fields[place]))) return;
      if (place + 1 < fields.length) this.leaveFor(fields[place + 1]);
      else if (this.add() && event.key === "Enter") this.finish();
      else this.save.focus();
    }
  }

  /** The card is typed: told, unless a line cannot be on any card. */
  finish() {
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
