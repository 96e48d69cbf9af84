// The player's own totals beside the sums of the lines, and the likely cause if they differ.

import { parseTotal, signed, tally } from "./card-typing.js";
import { icon, say } from "./desk-parts.js";

const NAMES = ["game_points", "games_won", "plus", "minus", "net"];

export class Totals {
  constructor(root, words) {
    Object.assign(this, { root, words });
    this.fields = NAMES.map((name) => root.querySelector(`#total-${name}`)).filter(Boolean);
    this.count = root.querySelector("#lines-in");
    this.box = root.querySelector("#off");
    this.running = root.querySelector("#running");
  }

  read(field) {
    return parseTotal(field.value, field.name === "total-net");
  }

  /** Compare the totals with these lines, all of which count; whether none is off. */
  add(counted, { typed, wanted }) {
    const sums = tally(counted);
    const all = counted.length >= wanted;
    this.running.textContent = say(this.words.running, sums.game_points, sums.games_won, sums.plus, sums.minus, signed(sums.net));
    this.count.textContent = say(all ? this.words.all_in : this.words.after, typed);
    const off = {};
    for (const field of this.fields) {
      const name = field.name.slice("total-".length);
      const row = field.closest("tr");
      row.querySelector(".sum").textContent = name === "net" ? signed(sums.net) : sums[name];
      const own = this.read(field);
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
    const words = document.createElement("span");
    words.className = "vh";
    words.textContent = matches ? this.words.matches : this.words.differs;
    return [icon(matches ? "i-check" : "i-warn"), words];
  }

  /** The likely cause of a difference, and what to write on the paper. */
  explain(off, sums) {
    const { words, box } = this;
    const names = Object.keys(off);
    box.hidden = names.length === 0;
    if (!names.length) return;
    const [title, because] = [box.querySelector("b"), box.querySelector("p span")];
    const swapped = off.game_points === sums.games_won && off.games_won === sums.game_points;
    const isCarried = (name) => Math.abs(off[name] - sums[name]) === 10;
    const carried = names.find((name) => name !== "game_points" && name !== "games_won" && isCarried(name));
    if (swapped) {
      title.textContent = words.swapped;
      because.textContent = words.swapped_because.replace("%(points)s", sums.game_points).replace("%(won)s", sums.games_won);
    } else {
      title.textContent = words.off;
      because.textContent = carried ? say(words.carried, this.label(carried)) : words.lines_count;
    }
    const fixes = names.filter((name) => !Number.isNaN(off[name])).map((name) => this.fix(name, off[name], sums[name]));
    box.querySelector(".fixes").replaceChildren(...(fixes.length ? [words.fix_paper, ...fixes] : [words.total_notation]));
  }

  label(name) {
    return this.root.querySelector(`label[for="total-${name}"]`).textContent;
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
    line.append(this.label(name), " ", ink);
    return line;
  }
}
