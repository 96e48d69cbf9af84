// Two versions of one card. The open card says so as soon as the pile knows of a newer version; then both are shown
// side by side, to choose line by line or to retype from the paper. What was typed is kept until it is saved.

import { endsLine, formatTyped, parseTotal, parseTyped, recordsSpread, signed } from "./card-typing.js";
import { linesIn } from "./desk-drafts.js";
import { button, icon, say } from "./desk-parts.js";
import { token } from "./desk-server.js";
import { Status } from "./desk-status.js";

/** Where the paper has nothing at all. */
const NOTHING = "-";

/** Ask the server for its page of both versions: of what it refused, or of what is on the desk and not sent yet. */
function askForBoth(address, values) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: address });
  for (const [name, value] of Object.entries({ ...values, csrfmiddlewaretoken: token() })) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

/** Both versions of an item that the server refused because somebody else was first. */
export const showRefused = ({ address, fields, version, key }) => askForBoth(address, { ...fields, version, key });

// ---- On the open card ----

/** What the open card says once somebody saved a newer version of it. */
export class Meanwhile {
  constructor(root, { card, pile, words, address, keep, reopen }) {
    Object.assign(this, { card, pile, words, address, keep, reopen });
    this.box = root.querySelector("#meanwhile");
  }

  /** The newer version; null where this is the newest, or where what was typed here is on its way itself. */
  get newer() {
    const known = this.pile.cards.get(this.card.seat);
    return known && this.card.from === null && known.version > this.card.version ? known : null;
  }

  draw() {
    const known = this.newer;
    const { box, card, words } = this;
    const shown = known ? `${card.seat} ${known.version} ${card.isChanged}` : "";
    if (shown === this.shown) return;
    this.shown = shown;
    box.hidden = !known;
    if (!known) return void box.replaceChildren();
    const { by, at, mine } = known.written ?? {};
    const said = document.createElement("span");
    const who = mine ? say(words.saved_by_you, at) : by ? say(words.saved_by_other, by, at) : words.saved_meanwhile;
    said.append(who, " ", card.isChanged ? words.yours_is_kept : words.older_is_shown);
    const act = card.isChanged ? button(words.see_both, () => this.both()) : button(words.see_saved, () => this.reopen(card.seat));
    box.replaceChildren(icon("i-warn"), said, " ", act);
  }

  async both() {
    const { card } = this;
    await this.keep();
    askForBoth(this.address(card.seat), { ...card.fields(), version: card.version, compare: "1" });
  }
}

// ---- Beside each other ----

/** One line or total that differs: one version of two, or what is typed as a third. */
class Choice {
  constructor(group, words) {
    Object.assign(this, { group, words });
    this.radios = [...group.querySelectorAll("input[type=radio]")];
    this.other = this.radios.at(-1);
    this.field = group.querySelector("input[type=text]");
    this.said = group.querySelector(`#said-${this.name}`);
  }

  get name() {
    return this.group.dataset.choice;
  }

  get label() {
    return this.group.querySelector("legend").textContent;
  }

  get chosen() {
    return this.radios.find(({ checked }) => checked);
  }

  /** What is to be saved for it. */
  get text() {
    if (!this.other.checked) return this.chosen.value;
    return this.field.value === NOTHING ? "" : this.field.value;
  }

  get isTotal() {
    return "total" in this.group.dataset;
  }

  focus() {
    const field = this.other.checked ? this.field : (this.chosen ?? this.radios[0]);
    field.focus();
    if (field === this.field) field.select();
    this.group.scrollIntoView({ block: "nearest" });
  }

  say(text, isError = false) {
    this.said.textContent = text;
    this.said.className = isError ? "error" : "hint";
    this.field.ariaInvalid = String(isError);
  }

  /** The table of the card: a number before a slash is one of its seats. */
  get table() {
    return this.group.form.dataset.seat.split("-")[0];
  }

  get isEnded() {
    return endsLine(this.field.value, this.group.dataset.expected, this.table);
  }

  read(text) {
    return parseTyped(text, this.group.dataset.expected, this.table);
  }

  /** What is wrong with the third value; empty where it can be on the card. */
  fault(text) {
    if (text === NOTHING) return "";
    if (!text) return this.words.type_or_choose;
    if (this.isTotal) return Number.isNaN(parseTotal(text, this.name === "total-net")) ? this.words.total_notation : "";
    const line = this.read(text);
    return line?.code ? this.words[line.code] : "";
  }

  /** Take what is typed as the third value: written as the card would, or said why it cannot be. */
  commit() {
    const text = this.field.value.trim().replace(/^[\u2212\u2013\u2014]$/, NOTHING);
    const fault = this.fault(text);
    if (fault) return this.say(fault, true), false;
    this.field.value = text === NOTHING ? text : this.written(text);
    this.say(text === NOTHING ? this.words.says_nothing : this.inWords(text));
    return true;
  }

  written(text) {
    if (this.isTotal) return this.inWords(text);
    return formatTyped(this.read(text), this.group.dataset.expected);
  }

  /** What is typed, as the two versions read. */
  inWords(text) {
    const { words } = this;
    if (this.isTotal) {
      const number = parseTotal(text, true);
      return this.name === "total-net" ? signed(number) : String(number);
    }
    const { opponent, points, plus, minus } = this.read(text);
    if (!opponent && points === null && plus === null && minus === null) return words.blank_line;
    const said = `${opponent ?? words.opponent_blank}: ${points ?? words.points_blank}`;
    if (!recordsSpread) return said;
    const spread = plus ?? minus;
    const figure = spread === null ? words.spread_blank : `${plus === null ? "\u2212" : "+"}${String(spread).padStart(2, "0")}`;
    return `${said}, ${figure}`;
  }

  /** Whether it is decided; else it says what is missing. */
  isSettled() {
    if (this.other.checked) return this.commit();
    if (!this.chosen) this.say(this.words.choose_one, true);
    return Boolean(this.chosen);
  }
}

/** The choices by keys: arrows, Enter, and figures wherever the cursor stands. */
class Choices {
  constructor(form, words) {
    this.all = [...form.querySelectorAll("[data-choice]")].map((group) => new Choice(group, words));
    this.save = form.querySelector("#conflict-save");
    for (const choice of this.all) {
      for (const radio of choice.radios) {
        radio.addEventListener("keydown", (event) => this.radioKey(event, choice));
        radio.addEventListener("change", () => this.turned(choice, radio));
      }
      choice.field.addEventListener("keydown", (event) => this.fieldKey(event, choice));
      choice.field.addEventListener("input", () => this.typed(choice));
    }
    this.save.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowUp") return;
      event.preventDefault();
      this.all.at(-1)?.focus();
    });
  }

  begin() {
    this.to(0);
  }

  to(place) {
    if (place < 0) return;
    const choice = this.all[place];
    if (choice) choice.focus();
    else this.save.focus();
  }

  step(choice, by) {
    this.to(this.all.indexOf(choice) + by);
  }

  /** The first that is not decided; undefined where all are. */
  get open() {
    return this.all.find((choice) => !choice.isSettled());
  }

  turned(choice, radio) {
    if (radio !== choice.other) choice.say("");
  }

  radioKey(event, choice) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!choice.chosen) event.target.checked = true;
      if (choice.other.checked && !choice.field.value) choice.field.focus();
      else if (choice.isSettled()) this.step(choice, 1);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.step(choice, event.key === "ArrowUp" ? -1 : 1);
    } else if (/^[0-9.,+\-@wlx]$/i.test(event.key)) {
      event.preventDefault();
      choice.other.checked = true;
      choice.field.value = event.key;
      choice.field.focus();
      choice.say("");
    }
  }

  fieldKey(event, choice) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (choice.commit()) this.step(choice, 1);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.step(choice, event.key === "ArrowUp" ? -1 : 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      choice.other.checked = false;
      choice.say("");
      choice.focus();
    }
  }

  typed(choice) {
    choice.other.checked = true;
    choice.say("");
    // A sign after the figure ends the line, as on the card.
    if (!choice.isTotal && choice.isEnded && choice.commit()) this.step(choice, 1);
  }
}

/** The page of both versions. Everything is sent by the queue; what it refused of this card is settled with that. */
export async function beginConflict(form, { root, queue, pile, words, addressOf }) {
  const { seat } = form.dataset;
  const choices = new Choices(form, words);
  form.noValidate = true;
  form.querySelector("#conflict-keys").hidden = choices.all.length === 0;
  const settled = () => queue.here.filter((item) => item.seat === seat && item.state === "conflict");
  // What was compared before it was sent is this tab's own; what other tabs began stays theirs.
  const own = () => queue.draftsOf(seat).filter(({ tab }) => tab === pile.tab).map(({ sitting }) => sitting);
  const known = queue.refresh();
  // Before anything is waited for: a key or a click is perhaps on its way.
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    const undecided = choices.open;
    if (undecided) return undecided.focus();
    await known;
    const same = [...form.querySelectorAll(".versions__same input")].map(({ name, value }) => [name, value]);
    const chosen = choices.all.map((choice) => [choice.name, choice.text]);
    const fields = Object.fromEntries([...same, ...chosen].filter(([, text]) => text));
    const from = settled().at(-1)?.key ?? null;
    const version = Number(form.elements.version.value);
    const { name } = form.dataset;
    await queue.add({ seat, name, address: addressOf(seat), fields, version, from, lines: linesIn(Object.keys(fields)), ends: own() });
    await pile.load();
    const following = pile.next(seat, queue.seats);
    location.assign(following ? addressOf(following.seat) : root.dataset.list);
  });
  root.querySelector("[data-drop-draft]").addEventListener("click", async (clicked) => {
    clicked.preventDefault();
    await known;
    for (const { key } of settled()) await queue.discard(key);
    await queue.store.keepAll({ drop: own() });
    location.assign(clicked.target.href);
  });
  choices.begin();
  await known;
  const open = (item) => (item.state === "conflict" ? showRefused(item) : location.assign(addressOf(item.seat)));
  // What was compared before it was sent is begun like any other card; what came back is named above the lines.
  const compared = () => (queue.draft(seat) ? null : { seat, isCompared: true });
  const status = new Status(root, { queue, pile, words, look: open, card: compared });
  const draw = () => {
    status.draw();
    // This card's own trouble is what the page is about: it is said above the lines already.
    const troubles = form.querySelector("#troubles");
    troubles.querySelector(`[data-trouble="${CSS.escape(seat)}"]`)?.remove();
    troubles.hidden = troubles.children.length === 0;
  };
  queue.addEventListener("change", draw);
  pile.addEventListener("change", draw);
  draw();
}
