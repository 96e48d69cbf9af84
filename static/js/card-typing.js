// The entry desk's echo of what is typed: the shorthand of a line, its points, and the sums of the lines. It must work
// offline, so it repeats the rules of scorecards/cards/rules/typing.py, line.py and tally.py. The server's answer
// counts, and a test compares the two for every spread.

const LARGEST_SPREAD = 121;
const WIN = 2;
const SKUNK = 3;
const DOUBLE_SKUNK = 4;
const LARGEST_TOTAL = 100000;

const OPPONENT = /^@\s*(\?|[A-Za-z]{1,2}[\s.-]*[0-9]{1,3}(?![0-9]))\s*(.*)$/;
const SEAT = /^([A-Za-z]{1,2})[\s.-]*0*([1-9][0-9]{0,2})$/;
const BEFORE_SLASH = /^((?:[A-Za-z]{1,2}[\s.-]*)?[0-9]{1,3})\s*\/\s*(.*)$/;
const FIGURE = /^([WL.]?)\s*([+-]?)\s*([0-9]{1,3})\s*(\*[234]?)?\s*([+-]?)\s*(\*[234]?)?$/i;
const RESULT = /^[230WLX]$/i;
const NO_FIGURE = /^([WLX])(\*[234]?)?$/i;

// What can follow a line that is half typed; one of these ends every one of them.
const GOES_ON = ["", "2", "9", "+", "/.", "9/.", "A-9"];

/** Whether the event records a spread: its pages say where it does not, and a line is its game points alone there. */
export const recordsSpread = !document.querySelector("[data-no-spread]");

/** From which spread a win is a skunk, and a double skunk, as the page says; 0 for an event without them. */
const page = document.querySelector("[data-skunk-from]")?.dataset;
const [skunkFrom, doubleFrom] = [Number(page?.skunkFrom), Number(page?.doubleSkunkFrom)];

// A minus as phones write it, and a point as the number pads of other countries have it.
const plain = (text) => text.replace(/[\u2212\u2013\u2014\u2010\u2011]/g, "-").replaceAll(",", ".").trim();
const fault = (code) => ({ code });
const BLANK = { points: null, plus: null, minus: null };

/** The game points of a game won (+) or lost (-) by this spread. */
export function gamePoints(spread) {
  if (spread < 0) return 0;
  if (doubleFrom && spread >= doubleFrom) return DOUBLE_SKUNK;
  return skunkFrom && spread >= skunkFrom ? SKUNK : WIN;
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

/**
 * Read one line: null for nothing typed, {code} for what cannot be, else {opponent, points, plus, minus}; blank is null. A
 * number before a slash is a seat at `table`, the card's own.
 */
export function parseTyped(text, expected, table = "") {
  const typed = plain(text);
  if (!typed) return null;
  if (typed === ".") return { opponent: null, ...BLANK };
  const named = OPPONENT.exec(typed) ?? BEFORE_SLASH.exec(typed);
  if (!named && typed.startsWith("@")) return fault("typed_seat");
  if (!named) return against(expected || null, parseFigures(typed));
  const [, seat, rest] = named;
  const isBlank = seat === "?" || seat === "0";
  const opponent = isBlank ? null : readSeat(/^[0-9]/.test(seat) ? `${table}-${seat}` : seat);
  if (!opponent && !isBlank) return fault("typed_seat");
  if (!rest && typed.endsWith("/")) return fault("typed_half");
  return against(opponent, rest === "" || rest === "." ? BLANK : parseFigures(rest));
}

const against = (opponent, written) => (written.code ? written : { opponent, ...written });

function parseFigures(typed) {
  if (!recordsSpread) return RESULT.test(typed) ? { ...BLANK, points: resultOf(typed) } : fault("typed_points");
  const bare = NO_FIGURE.exec(typed);
  if (bare) return withoutSpread(/w/i.test(bare[1]), bare[2]);
  const match = FIGURE.exec(typed);
  if (!match) return fault("typed_notation");
  const [, mark, before, figure, star, after, lateStar] = match;
  if ((mark && before && after) || (star && lateStar) || (figure.length === 3 && figure[0] === "0")) return fault("typed_notation");
  const [column, result, other] = [before || after, after || before, star || lateStar];
  if (figure === "0" && !mark) return withoutSpread(result === "+", other);
  const spread = Number(figure);
  if (spread < 1 || spread > LARGEST_SPREAD) return fault("typed_spread");
  const won = /w/i.test(mark) || (!mark && result !== "-");
  if (other && !won) return fault("typed_other");
  const points = won ? starred(other, gamePoints(spread)) : mark === "." ? null : 0;
  if (points?.code) return points;
  return column === "-" ? { points, plus: null, minus: spread } : { points, plus: spread, minus: null };
}

function resultOf(typed) {
  if (/[2w]/i.test(typed)) return WIN;
  return typed === "3" ? SKUNK : 0;
}

function withoutSpread(won, other) {
  if (!won) return other ? fault("typed_other") : { ...BLANK, points: 0 };
  const points = starred(other, WIN);
  return points.code ? points : { ...BLANK, points };
}

/** The points that a star alone stands for: 2 instead of 3, and 3 instead of 2 or 4. */
const otherPoints = (natural) => (natural === SKUNK ? WIN : SKUNK);

/** The points of a win, or what a star behind it says: `*` for others, `*4` for a double skunk. */
function starred(star, natural) {
  if (!star) return natural;
  const points = Number(star[1] ?? otherPoints(natural));
  return points === DOUBLE_SKUNK && !doubleFrom ? fault("typed_other") : points;
}

const starOf = (points, natural) => (points === natural ? "" : points === otherPoints(natural) ? "*" : `*${points}`);

/**
 * Whether this text ends with the sign that ends a line: what stands before it is the figure. Without a spread the result
 * behind an opponent ends it; a figure alone may still become an opponent.
 */
export function endsLine(text, expected, table) {
  if (!recordsSpread) return /\/\s*[230wlx]$/i.test(text.trim()) && !parseTyped(text, expected, table)?.code;
  return /[0-9*]\s*[+-]$/.test(plain(text)) && !parseTyped(text, expected, table)?.code;
}

/**
 * Whether nothing typed behind this text can make a line of it any more. A number alone may still become a seat, where
 * `isSeat` knows one.
 */
export function isLost(text, expected, table, isSeat) {
  return GOES_ON.every((more) => {
    const line = parseTyped(text + more, expected, table);
    return line?.code || (more.includes("/") && line?.opponent && !isSeat(line.opponent));
  });
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
  if (!recordsSpread) return String(points ?? "");
  if (spread === null) return points === null ? "" : points === 0 ? "L" : `W${starOf(points, WIN)}`;
  const sign = minus === null ? "" : "-";
  const mark = points === null ? "." : points > 0 ? (sign ? "W" : "") : sign ? "" : "L";
  return `${mark}${sign}${twoDigits(spread)}${points > 0 ? starOf(points, gamePoints(spread)) : ""}`;
}

/** The game points that a line counts, whatever was written beside its spread. */
export function countedPoints({ points, plus }) {
  if (!points) return 0;
  if (plus !== null) return gamePoints(plus);
  return Math.min(points, gamePoints(LARGEST_SPREAD));
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
