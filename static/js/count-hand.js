// The value of a hand or a crib with the starter. Judges count offline, so it repeats the rules of
// judging/rulebook/rules/cards.py and hands.py. A test compares the two, and bench/counts.py does so for every hand.

/** How ranks are written, from the ace. */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
export const POINTS = {
  fifteen: 2,
  pair: 2,
  triple: 6,
  quadruple: 12,
  four_flush: 4,
  five_flush: 5,
  nobs: 1,
  thirty_one: 2,
  go: 1,
  last: 1,
};
export const OF_SAME_RANK = { 2: "pair", 3: "triple", 4: "quadruple" };
export const SHORTEST_RUN = 3;
export const FIFTEEN = 15;

const JACK = 11;
const FULL = 4;
const WRITTEN = /^(A|[2-9]|10|T|J|Q|K)([CDHS\u2660\u2663\u2665\u2666])$/i;
const SIGNS = { "\u2663": "C", "\u2666": "D", "\u2665": "H", "\u2660": "S" };

/** What a card of this rank adds to a count. */
export const value = (rank) => Math.min(rank, 10);

/** The rank that is written so, from 1 (ace) to 13 (king); null for none. */
export function readRank(text) {
  const written = text.toUpperCase() === "T" ? "10" : text.toUpperCase();
  return RANKS.indexOf(written) + 1 || null;
}

/** The card that is written so, {rank, suit, written}; null for none. */
export function readCard(text) {
  const match = WRITTEN.exec(text);
  if (!match) return null;
  const rank = readRank(match[1]);
  const suit = SIGNS[match[2]] ?? match[2].toUpperCase();
  return { rank, suit, written: `${RANKS[rank - 1]}${suit}` };
}

/** All ways to take `size` of these, in their order. */
function combinations(all, size) {
  if (size === 0) return [[]];
  return all.flatMap((first, place) => combinations(all.slice(place + 1), size - 1).map((rest) => [first, ...rest]));
}

/** The places of two and more of two to five cards: the same in every hand of that size. */
const SOME_OF = [2, 3, 4, 5].map((cards) => {
  const places = [0, 1, 2, 3, 4].slice(0, cards);
  return places.slice(1).flatMap((size) => combinations(places, size + 1));
});

function fifteens(cards) {
  const found = [];
  const values = cards.map(({ rank }) => value(rank));
  for (const places of SOME_OF[cards.length - 2]) {
    let count = 0;
    for (const place of places) count += values[place];
    if (count === FIFTEEN) found.push(["fifteen", places.map((place) => cards[place]), POINTS.fifteen]);
  }
  return found;
}

function ranksAndRuns(cards) {
  const byRank = new Map();
  for (const card of cards) byRank.set(card.rank, [...(byRank.get(card.rank) ?? []), card]);
  const found = [];
  for (const same of byRank.values()) {
    const kind = OF_SAME_RANK[same.length];
    if (kind) found.push([kind, same, POINTS[kind]]);
  }
  let row = [];
  for (let rank = 1; rank <= RANKS.length + 1; rank += 1) {
    if (byRank.has(rank)) {
      row.push(byRank.get(rank));
      continue;
    }
    if (row.length >= SHORTEST_RUN) {
      const runs = row.reduce((begun, same) => begun.flatMap((run) => same.map((card) => [...run, card])), [[]]);
      for (const run of runs) found.push(["run", run, run.length]);
    }
    row = [];
  }
  return found;
}

function suits(cards, starter, crib) {
  const found = [];
  if (cards.length === FULL && cards.every(({ suit }) => suit === cards[0].suit)) {
    if (starter.suit === cards[0].suit) found.push(["five_flush", [...cards, starter], POINTS.five_flush]);
    else if (!crib) found.push(["four_flush", cards, POINTS.four_flush]);
  }
  for (const card of cards) {
    if (card.rank === JACK && card.suit === starter.suit) found.push(["nobs", [card], POINTS.nobs]);
  }
  return found;
}

/**
 * Count a hand of one to four cards, each written like "5H", with its starter: {total, scores} with {kind, cards, points} of
 * each combination; or {code, field, card?} for what cannot be. An empty starter is none.
 */
export function countHand(cards, starter, crib = false) {
  const held = cards.map(readCard);
  const turned = starter ? readCard(starter) : null;
  if (held.includes(null)) return { code: "card_unknown", field: "cards", card: cards[held.indexOf(null)] };
  if (starter && !turned) return { code: "card_unknown", field: "starter", card: starter };
  if (!held.length) return { code: "hand_empty", field: "cards" };
  if (held.length > FULL) return { code: "hand_long", field: "cards" };
  if (!turned) return { code: "starter_one", field: "starter" };
  const five = [...held, turned];
  const names = five.map(({ written }) => written);
  const twice = names.findIndex((name, place) => names.indexOf(name) < place);
  if (twice >= 0) return { code: "card_twice", field: twice < held.length ? "cards" : "starter", card: names[twice] };
  const scores = [...fifteens(five), ...ranksAndRuns(five), ...suits(held, turned, crib)].map(([kind, some, points]) => ({
    kind,
    cards: some.map(({ written }) => written),
    points,
  }));
  return { total: scores.reduce((total, { points }) => total + points, 0), scores };
}
