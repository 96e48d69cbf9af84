// Counts again, by the script of the judges' counter, what bench/counts.py counts by the rules.

import { countHand } from "../static/js/count-hand.js";

/** A digest of the totals of every hand and crib whose two lowest cards are these. */
export async function digest(cards, first, second) {
  const totals = [];
  for (let third = second + 1; third < 50; third += 1) {
    for (let fourth = third + 1; fourth < 51; fourth += 1) {
      for (let fifth = fourth + 1; fifth < 52; fifth += 1) {
        const five = [first, second, third, fourth, fifth].map((place) => cards[place]);
        for (const starter of five) {
          const hand = five.filter((card) => card !== starter);
          totals.push(countHand(hand, starter).total, countHand(hand, starter, true).total);
        }
      }
    }
  }
  const digested = await crypto.subtle.digest("SHA-256", new Uint8Array(totals));
  return [...new Uint8Array(digested)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
