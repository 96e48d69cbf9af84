// What the desk's script makes of everything that can be typed for a line or a total.

import "../../../hall/tests/js/browser.js";
import { isLost, parseTyped } from "../../../static/js/card-typing.js";

/** The script as it is on a page of an event that records a spread or none, and has these skunk lines. */
export function scriptOf(recordsSpread, skunkFrom, doubleFrom = 0) {
  const dataset = { skunkFrom: String(skunkFrom), doubleSkunkFrom: String(doubleFrom ?? 0) };
  const page = { "[data-no-spread]": recordsSpread ? null : {}, "[data-skunk-from]": { dataset } };
  document.querySelector = (selector) => page[selector] ?? null;
  return import(`../../../static/js/card-typing.js?${recordsSpread}&${skunkFrom}&${doubleFrom}`);
}

export async function echo(texts, totals, recordsSpread, [skunkFrom, doubleFrom]) {
  const { countedPoints, formatTyped, parseTotal, parseTyped, tally } = await scriptOf(recordsSpread, skunkFrom, doubleFrom);
  const lines = texts.map((text) => parseTyped(text, "A-8", "A"));
  const running = [];
  const good = [];
  for (const line of lines) {
    if (line && !line.code) good.push(line);
    running.push(tally(good));
  }
  const shown = lines.map((line) => (line?.code ? null : formatTyped(line, "A-8")));
  const points = lines.map((line) => (line && !line.code ? countedPoints(line) : null));
  const own = totals.map((text) => [true, false].map((sign) => String(parseTotal(text, sign))));
  return { lines, running, shown, points, own };
}

export function lost(texts, hopeless) {
  const isSeat = (seat) => /^[AB]-([1-9]|[1-9][0-9])$/.test(seat);
  const told = (text) => isLost(text, "A-8", "A", isSeat);
  const right = texts.filter((text) => !parseTyped(text, "A-8", "A")?.code && !text.startsWith("122"));
  const begun = right.flatMap((text) => [...text].map((_key, place) => text.slice(0, place + 1)));
  return [begun.filter(told), hopeless.filter((text) => !told(text))];
}
