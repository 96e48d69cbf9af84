// What each card earns during the play. Judges count offline, so it repeats the rules of
// judging/rulebook/rules/play.py. A test compares the two for random deals.

import { FIFTEEN, OF_SAME_RANK, POINTS, RANKS, SHORTEST_RUN, readRank, value } from "./count-hand.js";

/** What stands in place of a rank where a player says go. */
export const GO = 0;
const THIRTY_ONE = 31;
const ANY_CARD_FITS = 21;
const OF_A_RANK = 4;

const total = (ranks) => ranks.reduce((count, rank) => count + value(rank), 0);

/** Ranks and "go" as typed, as numbers; or {code, card, place} for what is neither. */
export function readPlay(text) {
  const written = text.match(/[^\s,]+/g) ?? [];
  const ranks = written.map((one) => (one.toLowerCase() === "go" ? GO : readRank(one)));
  const at = ranks.indexOf(null);
  return at < 0 ? ranks : { code: "play_unknown", card: written[at], place: at + 1 };
}

/** What the last card of a series makes: fifteen, then cards of its rank in a row, or the longest run. */
function combinations(series) {
  const found = [];
  const add = (kind, cards, points) => found.push({ kind, cards: [...cards], points });
  if (total(series) === FIFTEEN) add("fifteen", series, POINTS.fifteen);
  const other = series.findLastIndex((rank) => rank !== series.at(-1));
  const kind = OF_SAME_RANK[series.length - 1 - other];
  if (kind) add(kind, series.slice(other + 1), POINTS[kind]);
  for (let length = series.length; length >= SHORTEST_RUN; length -= 1) {
    const cards = series.slice(-length);
    if (new Set(cards).size === length && Math.max(...cards) - Math.min(...cards) === length - 1) {
      add("run", cards, length);
      break;
    }
  }
  return found;
}

function faultOf(said, place, turn, count) {
  const rank = said[place];
  if (turn === null) return "play_ended";
  if (rank === GO) return count <= ANY_CARD_FITS ? "play_early_go" : null;
  if (count + value(rank) > THIRTY_ONE) return "play_over_31";
  return said.slice(0, place + 1).filter((one) => one === rank).length > OF_A_RANK ? "play_fifth" : null;
}

/**
 * Count the play so far: each of `said` is a rank, from 1 to 13, or GO, by the player whose turn it is; `held` is how many
 * cards each began with, from the pone on. {moves, totals, count, turn}, or {code, card, place} for what cannot be.
 */
export function countPlay(said, held = [4, 4]) {
  const left = [...held];
  const moves = [];
  let [series, number, gone, last, turn] = [[], 1, new Set(), null, 0];

  const next = (player, without) => {
    const around = left.map((_cards, step) => (player + step + 1) % left.length);
    return around.find((one) => left[one] && !without.has(one)) ?? null;
  };

  for (const [place, rank] of said.entries()) {
    const code = faultOf(said, place, turn, total(series));
    if (code) return { code, card: rank === GO ? "go" : RANKS[rank - 1], place: place + 1 };
    const player = turn;
    const move = { player, rank, count: 0, series: number, scores: [], could_have: [] };
    moves.push(move);
    if (rank === GO) {
      gone.add(player);
    } else {
      series.push(rank);
      left[player] -= 1;
      move.scores = combinations(series);
      last = move;
    }
    move.count = total(series);
    turn = next(player, gone);
    if (move.count < THIRTY_ONE && turn !== null) continue;
    const kind = move.count === THIRTY_ONE ? "thirty_one" : left.some(Boolean) ? "go" : "last";
    const cards = kind === "thirty_one" ? series : series.slice(-1);
    last.scores.push({ kind, cards, points: POINTS[kind] });
    // Whoever said go first leads the next series.
    turn = gone.size ? [...gone][0] : next(last.player, new Set());
    [series, number, gone] = [[], number + 1, new Set()];
  }

  for (const [place, move] of moves.entries()) {
    if (move.rank !== GO) continue;
    const shown = moves.slice(place).filter(({ player, rank }) => player === move.player && rank !== GO);
    move.could_have = shown.map(({ rank }) => rank).filter((rank) => move.count + value(rank) <= THIRTY_ONE);
  }
  const totals = held.map((_cards, seat) => {
    const own = moves.filter(({ player }) => player === seat).flatMap(({ scores }) => scores);
    return own.reduce((points, score) => points + score.points, 0);
  });
  return { moves, totals, count: total(series), turn };
}
