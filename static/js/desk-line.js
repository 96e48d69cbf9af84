// How one line of the card shows what is typed: the figure in its column, the points, the opponent, anything odd about
// them, and all of it in words.

import { countedPoints, formatTyped, recordsSpread, signed, twoDigits } from "./card-typing.js";
import { say, tag } from "./desk-parts.js";

const SECOND_GLANCE = 61;

/** Write that the game of this row counts nothing, or take it away. */
export function markExtra(row, isExtra, words) {
  const marked = row.querySelector(".gp .extra");
  if (Boolean(marked) === isExtra) return;
  marked?.remove();
  if (!isExtra) return;
  const extra = document.createElement("span");
  extra.className = "extra";
  extra.textContent = words.extra;
  row.querySelector(".gp").prepend(extra, " ");
}

/** The figure and what is odd about it in its own column; the other one has `remarks`. Without a spread the first says who won. */
export function showSpread(row, line, remarks, words) {
  const [plus, minus] = [".plus", ".minus"].map((name) => row.querySelector(name));
  if (!recordsSpread) {
    plus.replaceChildren(...resultOf(line, words));
    minus.replaceChildren(...remarks.map(tag));
    return;
  }
  const isInMinus = Boolean(line) && (line.minus !== null || (line.plus === null && line.points === 0));
  const [own, beside] = isInMinus ? [minus, plus] : [plus, minus];
  own.replaceChildren(...spreadOf(line, isInMinus, words));
  beside.replaceChildren(...remarks.map(tag));
}

function resultOf(line, words) {
  if (!line) return [];
  if (line.points === null) return [tag(words.blank)];
  return [line.points > 0 ? words.win : words.loss];
}

function spreadOf(line, isInMinus, words) {
  if (!line) return [];
  const figure = isInMinus ? line.minus : line.plus;
  if (figure === null) return [tag(words.blank)];
  const marks = [];
  if (line.points === null) marks.push(tag(words.points_blank));
  else if (isInMinus && line.points > 0) marks.push(tag(words.win));
  else if (!isInMinus && line.points === 0) marks.push(tag(words.loss));
  else if (!isInMinus && line.points !== countedPoints(line)) marks.push(tag(say(words.other_points, line.points)));
  if (figure >= SECOND_GLANCE) marks.push(tag(words.large));
  return [...marks, ...(marks.length ? [" "] : []), twoDigits(figure)];
}

/** A text that cannot be on any card, as it was typed. */
export function showWrong(row, text, remarks) {
  row.querySelector(".plus").replaceChildren(tag(text));
  row.querySelector(".minus").replaceChildren(...remarks.map(tag));
}

export function showOpponent(row, line, words) {
  const opponent = row.querySelector(".opp");
  const named = !line ? opponent.dataset.shown : (line.opponent ?? words.blank);
  const isOther = row.dataset.expected && line?.opponent !== row.dataset.expected;
  opponent.replaceChildren(line && (isOther || !line.opponent) ? tag(named) : named);
}

export function showPoints(row, line) {
  const cell = row.querySelector(".gp");
  const extra = cell.querySelector(".extra");
  cell.replaceChildren(...(extra ? [extra, " "] : []), String(line?.points ?? ""));
  cell.classList.toggle("is-zero", line?.points === 0);
}

/** Put the field on the side of the column that its figure stands in. */
export function lean(input) {
  const figure = input.value.replace(/^(@\s*\S+|[^/]*\/)/, "");
  input.classList.toggle("is-minus", /[-\u2212\u2013\u2014]/.test(figure));
}

/** Whether somebody should look at the paper twice. */
export function isOdd(line) {
  const won = line.points > 0;
  if (!recordsSpread) return line.points === null;
  return (
    line.points === null || (line.plus === null && line.minus === null) || (line.plus ?? line.minus) >= SECOND_GLANCE ||
    (won ? line.plus === null || line.points !== countedPoints(line) : line.minus === null)
  );
}

/** What the line says, read back. */
export function inWords(line, words) {
  const { opponent, points, plus, minus } = line;
  const spread = plus ?? minus;
  if (!opponent && points === null && spread === null) return words.blank_line;
  let text = say(points > 0 ? words.won : words.lost, spread);
  if (points === null) text = words.points_blank;
  else if (!recordsSpread) text = points > 0 ? say(words.won_points, points) : words.loss;
  else if (spread === null) text = points > 0 ? words.win_blank : words.loss_blank;
  else if (points > 0 && minus !== null) text = words.win_in_minus;
  else if (points === 0 && plus !== null) text = words.loss_in_plus;
  return opponent ? text : `${text}, ${words.opponent_blank}`;
}

/** A line in as few signs as possible: +16 where that says it all, else as it is typed. */
export function inShort(line, expected) {
  const text = formatTyped(line, expected);
  return recordsSpread && /^-?[0-9]+$/.test(text) ? signed(line.plus ?? -line.minus) : text;
}
