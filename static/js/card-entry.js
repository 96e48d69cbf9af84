// The entry desk: one line at a time, typed without a mouse, echoed at once, and kept on this computer until the server
// has it. Without this file the card is a plain form with one field a line.

import { countedPoints, formatTyped, parseTotal, parseTyped, signed, tally, twoDigits } from "./card-typing.js";

const TOTALS = ["game_points", "games_won", "plus", "minus", "net"];
const say = (sentence, ...values) => values.reduce((text, value) => text.replace("%s", value), sentence);

class Desk {
  constructor(root) {
    this.root = root;
    this.form = root.querySelector("#card-form");
    this.words = JSON.parse(document.getElementById("desk-words").textContent);
    this.rows = [...this.form.querySelectorAll("tr[data-game]")];
    this.totals = TOTALS.map((name) => root.querySelector(`#total-${name}`));
    this.save = root.querySelector("#save");
    this.recorded = new Map(this.fields().map((field) => [field.name, field.value]));
    // Whether the page shows the card as it is saved, and not what somebody typed that could not be.
    this.isSaved = "saved" in this.form.dataset;
    this.form.dataset.live = "";
    // What the server refused is not always wrong by itself (a seat that nobody has): its line is where work goes on.
    this.refused = this.rows.find((row) => row.classList.contains("is-bad"));
    if (this.isSaved) this.restore();
    for (const row of this.rows) this.show(row);
    this.add();
    this.listen();
    this.start();
  }

  fields() {
    return [...this.form.elements].filter((field) => /^(line|total)-/.test(field.name));
  }

  // ---- What is typed ----

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
    this.keep();
    return !line?.code;
  }

  // ---- What is shown ----

  show(row) {
    const line = this.read(row);
    const bad = Boolean(line?.code);
    const [points, plus, minus] = [".gp", ".plus", ".minus"].map((name) => row.querySelector(name));
    row.classList.toggle("is-bad", bad);
    row.classList.toggle("is-todo", line === null);
    this.input(row).ariaInvalid = String(bad);
    this.input(row).classList.toggle("is-minus", /-/.test(this.input(row).value.replace(/^@\s*\S+/, "")));
    this.echo(row, line);
    if (bad) {
      plus.replaceChildren(this.tag(this.input(row).value));
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
    opponent.replaceChildren(line && (isOther || !line.opponent) ? this.tag(named) : named);
  }

  showPoints(cell, line) {
    const extra = cell.querySelector(".extra");
    cell.replaceChildren(...(extra ? [extra, " "] : []), String(line?.points ?? ""));
    cell.classList.toggle("is-zero", line?.points === 0);
  }

  isOdd(line) {
    const won = line.points > 0;
    return (
      line.points === null || (line.plus === null && line.minus === null) ||
      (won ? line.plus === null || line.points !== countedPoints(line) : line.minus === null)
    );
  }

  /** One of the two spread columns: the figure, and beside it what is odd about it. */
  column(line, name) {
    if (!line) return [];
    const figure = line[name];
    const isBlank = line.plus === null && line.minus === null;
    if (isBlank) {
      const isHere = line.points === 0 ? name === "minus" : name === "plus";
      return isHere ? [this.tag(this.words.blank)] : [];
    }
    if (figure === null) return [];
    const marks = [];
    if (line.points === null) marks.push(this.tag(this.words.points_blank));
    else if (name === "minus" && line.points > 0) marks.push(this.tag(this.words.win));
    else if (name === "plus" && line.points === 0) marks.push(this.tag(this.words.loss));
    else if (name === "plus" && line.points !== countedPoints(line)) marks.push(this.tag(say(this.words.other_points, line.points)));
    return [...marks, ...(marks.length ? [" "] : []), twoDigits(figure)];
  }

  tag(text) {
    const tag = document.createElement("span");
    tag.className = "tag tag--wait";
    tag.textContent = text;
    return tag;
  }

  /** What the line says, read back beside the figure. */
  echo(row, line) {
    const { words } = this;
    let text = "";
    if (line?.code) text = words[line.code];
    else if (line) {
      const spread = line.plus ?? line.minus;
      if (line.points === null) text = spread === null ? (line.opponent ? words.points_blank : words.blank_line) : words.points_blank;
      else if (spread === null) text = line.points > 0 ? words.win_blank : words.loss_blank;
      else if (line.points > 0 && line.minus !== null) text = words.win_in_minus;
      else if (line.points === 0 && line.plus !== null) text = words.loss_in_plus;
      else text = say(line.points > 0 ? words.won : words.lost, spread);
      if (!line.opponent && text !== words.blank_line) text += `, ${words.opponent_blank}`;
    }
    row.querySelector(".entry__say").textContent = text;
  }

  // ---- Totals ----

  lines() {
    const typed = this.rows.map((row) => ({ row, line: this.read(row) })).filter(({ line }) => line && !line.code);
    const counted = "firstLines" in this.form.dataset
      ? typed.slice(0, Number(this.form.dataset.games))
      : typed.filter(({ row }) => "counted" in row.dataset);
    return { typed: typed.length, counted: counted.map(({ line }) => line) };
  }

  add() {
    const { words } = this;
    const { typed, counted } = this.lines();
    const sums = tally(counted);
    const wanted = Number(this.form.dataset.games);
    const all = counted.length >= wanted;
    this.root.querySelector("#lines-in").textContent = say(all ? words.all_in : words.after, typed);
    const off = {};
    for (const field of this.totals) {
      const name = field.name.slice("total-".length);
      const row = field.closest("tr");
      row.querySelector(".sum").textContent = name === "net" ? signed(sums.net) : sums[name];
      const own = parseTotal(field.value, name === "net");
      const differs = own !== null && own !== sums[name] && (all || Number.isNaN(own));
      if (differs) off[name] = own;
      row.classList.toggle("is-off", differs);
      field.ariaInvalid = String(differs);
      row.querySelector(".mark").replaceChildren(...(own === null || (!all && !differs) ? [] : this.mark(!differs)));
    }
    this.explain(off, sums);
    return Object.keys(off).length === 0;
  }

  mark(matches) {
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("class", "ico");
    icon.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", matches ? "#i-check" : "#i-warn");
    icon.append(use);
    const words = document.createElement("span");
    words.className = "vh";
    words.textContent = matches ? this.words.matches : this.words.differs;
    return [icon, words];
  }

  /** The likely cause of a difference, and what to write on the paper. */
  explain(off, sums) {
    const { words } = this;
    const box = this.root.querySelector("#off");
    const names = Object.keys(off);
    box.hidden = names.length === 0;
    if (!names.length) return;
    const [title, because] = [box.querySelector("b"), box.querySelector("p span")];
    const swapped = off.game_points === sums.games_won && off.games_won === sums.game_points;
    if (swapped) {
      title.textContent = words.swapped;
      because.textContent = words.swapped_because.replace("%(points)s", sums.game_points).replace("%(won)s", sums.games_won);
    } else {
      title.textContent = words.off;
      because.textContent = Math.abs((off.net ?? sums.net) - sums.net) === 10 ? words.carried : words.lines_count;
    }
    const fixes = names.filter((name) => !Number.isNaN(off[name])).map((name) => this.fix(name, off[name], sums[name]));
    box.querySelector(".fixes").replaceChildren(...(fixes.length ? [words.fix_paper, ...fixes] : [words.total_notation]));
  }

  fix(name, own, computed) {
    const form = name === "net" ? signed : String;
    const line = document.createElement("span");
    const ink = document.createElement("span");
    ink.className = "ink ink--blue ink--proposed";
    const [before, after] = [document.createElement("del"), document.createElement("ins")];
    before.textContent = form(own);
    after.textContent = form(computed);
    ink.append(before, " ", after);
    line.append(this.root.querySelector(`label[for="total-${name}"]`).textContent, " ", ink);
    return line;
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
    else this.toTotals();
  }

  toTotals() {
    this.go(null);
    this.leaveFor(this.totals[0]);
  }

  start() {
    const bad = this.rows.find((row) => row.classList.contains("is-bad"));
    const todo = this.rows.find((row) => row.classList.contains("is-todo") && !row.classList.contains("is-sitout"));
    const named = this.rows.find((row) => `#${row.id}` === location.hash);
    this.go(this.refused ?? bad ?? named ?? todo ?? this.rows[0]);
  }

  // ---- Keys ----

  listen() {
    for (const row of this.rows) {
      const input = this.input(row);
      input.addEventListener("keydown", (event) => this.lineKey(event, row));
      input.addEventListener("input", () => this.typed(row));
      input.addEventListener("focus", () => row.classList.contains("is-active") || this.go(row));
      row.addEventListener("click", () => row.classList.contains("is-active") || this.go(row));
    }
    this.totals.forEach((field, place) => {
      field.addEventListener("keydown", (event) => this.totalKey(event, place));
      field.addEventListener("input", () => (this.add(), this.keep()));
      field.addEventListener("focus", () => this.go(null));
    });
    this.form.addEventListener("submit", (event) => this.refuseBad(event), true);
  }

  typed(row) {
    const input = this.input(row);
    // A sign after the figure ends the line.
    if (/[0-9*]\s*[+\-\u2212]$/.test(input.value) && !this.read(row)?.code) {
      if (this.commit(row)) this.next(row);
      return;
    }
    // What is half typed is not called wrong yet.
    row.classList.remove("is-bad");
    const line = this.read(row);
    input.classList.toggle("is-minus", /-/.test(input.value.replace(/^@\s*\S+/, "")));
    this.echo(row, line?.code ? null : line);
    this.showPoints(row.querySelector(".gp"), line);
    this.add();
    this.keep();
  }

  lineKey(event, row) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = {
      Enter: () => this.commit(row) && this.next(row),
      ArrowDown: () => this.commit(row) && this.next(row),
      ArrowUp: () => this.commit(row) && this.beside(row, -1) && this.go(this.beside(row, -1)),
      Escape: () => this.undo(row),
      "/": () => this.leaveFor(this.root.querySelector("#seat")),
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

  leaveFor(field) {
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
    if (event.key === "ArrowUp") {
      event.preventDefault();
      if (place) this.leaveFor(this.totals[place - 1]);
      else this.go(this.rows.findLast((row) => !row.classList.contains("is-sitout")));
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      if (Number.isNaN(parseTotal(this.totals[place].value, this.totals[place].name === "total-net"))) return;
      if (place + 1 < this.totals.length) this.leaveFor(this.totals[place + 1]);
      else if (this.add() && event.key === "Enter") this.form.requestSubmit(this.save);
      else this.save.focus();
    }
  }

  refuseBad(event) {
    const bad = this.rows.find((row) => this.read(row)?.code);
    if (!bad) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.show(bad);
    this.go(bad);
  }

  // ---- Kept until the server has it ----

  keep() {
    const typed = Object.fromEntries(this.fields().map((field) => [field.name, field.value]));
    if (this.isSaved && this.fields().every((field) => field.value === this.recorded.get(field.name))) {
      drop(this.root.dataset.draft);
      return;
    }
    const version = this.form.elements.version.value;
    hold(this.root.dataset.draft, { version, typed });
  }

  restore() {
    const draft = held(this.root.dataset.draft);
    if (!draft) return;
    const fields = this.fields().filter((field) => field.name in draft.typed);
    if (fields.every((field) => field.value === draft.typed[field.name])) {
      drop(this.root.dataset.draft);
      return;
    }
    // With the version that it was typed on: if somebody saved the card since, the server shows both.
    this.form.elements.version.value = draft.version;
    for (const field of fields) field.value = draft.typed[field.name];
    this.note(this.words.restored);
  }

  note(text) {
    const note = this.root.querySelector("#note");
    note.querySelector("span").textContent = text;
    note.hidden = false;
  }
}

// Storage may be full or switched off; typing goes on without it.
function hold(key, draft) {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    return;
  }
}

function held(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function drop(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    return;
  }
}

let desk = null;

function begin() {
  const root = document.getElementById("desk");
  desk = root?.querySelector("#card-form") ? new Desk(root) : null;
  const leave = root?.querySelector("[data-drop-draft]");
  leave?.addEventListener("click", () => drop(root.dataset.draft));
  root?.querySelector("#conflict-form input[type=radio]")?.focus();
}

// The server has the card once it sends us on to the next one.
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.xhr.getResponseHeader("HX-Redirect")) drop(document.getElementById("desk").dataset.draft);
});
document.addEventListener("htmx:sendError", () => desk?.note(desk.words.held));
document.addEventListener("htmx:timeout", () => desk?.note(desk.words.held));
document.addEventListener("htmx:afterSettle", ({ target }) => target.id === "desk" && begin());

begin();
