// The entry desk's echo of what is typed: the shorthand of a line, its points, and what the lines add up to. It must work
// without the network, so it says again what scorecards/rules/typing.py, line.py and tally.py decide; the server's word
// counts, and a browser test compares the two for every spread.

const LARGEST_SPREAD = 121;
const SKUNK_SPREAD = 31;
const WIN = 2;
const SKUNK = 3;
const LARGEST_TOTAL = 100000;

const OPPONENT = /^@\s*(\?|[A-Za-z]{1,2}[\s.-]*[0-9]{1,3}(?![0-9]))\s*(.*)$/;
const SEAT = /^([A-Za-z]{1,2})[\s.-]*0*([1-9][0-9]{0,2})$/;
const FIGURE = /^([WL.]?)\s*([+-]?)\s*([0-9]{1,3})\s*(\*?)\s*([+-]?)\s*(\*?)$/i;
const NO_FIGURE = /^([WL])(\*?)$/i;

const plain = (text) => text.replace(/[\u2212\u2013\u2014\u2010\u2011]/g, "-").trim();
const fault = (code) => ({ code });

/** The game points of a game won (+) or lost (-) by this spread. */
export function gamePoints(spread) {
  if (spread < 0) return 0;
  return spread >= SKUNK_SPREAD ? SKUNK : WIN;
}

/** A spread as on the card: two digits below one hundred. */
export const twoDigits = (spread) => String(spread).padStart(2, "0");

/** A net, or a spread outside its column: with its sign, a real minus, zero bare. */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `\u2212${-number}` : "0");

/** The seat that somebody typed in a hurry, as the program writes it; null for what is none. */
export function readSeat(text) {
  const match = SEAT.exec(plain(text));
  return match && Number(match[2]) <= 500 ? `${match[1].toUpperCase()}-${Number(match[2])}` : null;
}

/** Read one line: null for nothing typed, {code} for what cannot be, else {opponent, points, plus, minus}; blank is null. */
export function parseTyped(text, expected) {
  let typed = plain(text);
  if (!typed) return null;
  let opponent = expected || null;
  if (typed.startsWith("@")) {
    const match = OPPONENT.exec(typed);
    if (!match) return fault("typed_seat");
    opponent = match[1] === "?" ? null : readSeat(match[1]);
    if (!opponent && match[1] !== "?") return fault("typed_seat");
    typed = match[2];
    if (typed === "" || typed === ".") return { opponent, points: null, plus: null, minus: null };
  } else if (typed === ".") {
    return { opponent: null, points: null, plus: null, minus: null };
  }
  const written = parseFigures(typed);
  return written.code ? written : { opponent, ...written };
}

function parseFigures(typed) {
  const bare = NO_FIGURE.exec(typed);
  if (bare) {
    if (bare[1].toUpperCase() === "L") return bare[2] ? fault("typed_other") : { points: 0, plus: null, minus: null };
    return { points: bare[2] ? SKUNK : WIN, plus: null, minus: null };
  }
  const match = FIGURE.exec(typed);
  if (!match) return fault("typed_notation");
  const [, mark, before, figure, star, after, lateStar] = match;
  if ((before && after) || (star && lateStar) || (figure.length === 3 && figure[0] === "0")) return fault("typed_notation");
  const spread = Number(figure);
  if (spread < 1 || spread > LARGEST_SPREAD) return fault("typed_spread");
  const inMinus = before === "-" || after === "-";
  const won = mark.toUpperCase() === "W" || (!mark && !inMinus);
  const other = Boolean(star || lateStar);
  if (other && !won) return fault("typed_other");
  const natural = gamePoints(spread);
  const points = won ? (other ? WIN + SKUNK - natural : natural) : mark === "." ? null : 0;
  return { points, plus: inMinus ? null : spread, minus: inMinus ? spread : null };
}

/** What one types for a line; reading it again gives the same line. */
export function formatTyped(line, expected) {
  if (!line) return "";
  const figures = formatFigures(line);
  if (!line.opponent && !figures) return ".";
  if (line.opponent === (expected || null) && figures) return figures;
  return `@${line.opponent ?? "?"} ${figures || "."}`;
}

function formatFigures({ points, plus, minus }) {
  const spread = plus ?? minus;
  if (spread === null) return points === null ? "" : points === 0 ? "L" : points === WIN ? "W" : "W*";
  const sign = minus === null ? "" : "-";
  const mark = points === null ? "." : points > 0 ? (sign ? "W" : "") : sign ? "" : "L";
  return `${mark}${sign}${twoDigits(spread)}${points > 0 && points !== gamePoints(spread) ? "*" : ""}`;
}

/** The game points that a line counts, whatever was written beside its spread. */
export function countedPoints({ points, plus }) {
  if (!points) return 0;
  return plus === null ? points : gamePoints(plus);
}

/** Add up lines that all count. */
export function tally(lines) {
  const total = { game_points: 0, games_won: 0, plus: 0, minus: 0, net: 0 };
  for (const line of lines) {
    total.game_points += countedPoints(line);
    if (line.points) total.games_won += 1;
    total.plus += line.plus ?? 0;
    total.minus += line.minus ?? 0;
  }
  total.net = total.plus - total.minus;
  return total;
}

/** Read a total that the player wrote: null for blank, NaN for what cannot be. */
export function parseTotal(text, isSigned) {
  const typed = plain(text).replaceAll(" ", "");
  if (!typed) return null;
  if (!(isSigned ? /^[+-]?[0-9]{1,6}$/ : /^[0-9]{1,6}$/).test(typed)) return NaN;
  const number = Number(typed);
  return Math.abs(number) > LARGEST_TOTAL ? NaN : number;
}
