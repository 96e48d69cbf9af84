// What ends a line while it is typed, and how figures are written; what a line means is compared with the rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scriptOf } from "./typed.js";

const typing = await scriptOf(true, 31);
const withoutSpread = await scriptOf(false, 31);

const ENDS = ["16+", "16-", "16\u2212", "16\u2013", "16\u2014", " 7+ ", "-16+", "+16-", "45*+", "0+", "0-", "9/16+", "@A-9 16-"];
const GOES_ON = ["", "16", "-16", "+", "9/", "9/16", "W", "L", ".", "122+", "16*-", "999-", "@A-9", "@Z+", "W-16+"];

test("a sign behind the figure ends a line, where it is one", () => {
  for (const text of ENDS) assert.equal(typing.endsLine(text, "A-8", "A"), true, text);
  for (const text of GOES_ON) assert.equal(typing.endsLine(text, "A-8", "A"), false, text);
});

test("without a spread the result behind an opponent ends it, and a figure alone may become one", () => {
  for (const text of ["9/2", "9/W", "B9/x", " 9/0 "]) assert.equal(withoutSpread.endsLine(text, "A-8", "A"), true, text);
  for (const text of ["2", "W", "9/", "9/4", "999/2", "16+", "@A-9 2"]) assert.equal(withoutSpread.endsLine(text, "A-8", "A"), false, text);
});

test("a number alone may still become a seat where there is one", () => {
  const isLost = (text, seats) => typing.isLost(text, "A-8", "A", (seat) => seats.includes(seat));

  assert.deepEqual([isLost("501", []), isLost("122", []), isLost("122", ["A-122"]), isLost("12", [])], [true, true, false, false]);
});

for (const [what, act, cases] of [
  ["a seat is read in any spelling", typing.readSeat, { "a9": "A-9", "A 09": "A-9", "ab.12": "AB-12", "A\u20119": "A-9", "A-500": "A-500", "A-501": null, "A-0": null, 9: null, "ABC-1": null }],
  ["a spread is worth", (text) => typing.gamePoints(Number(text)), { "-1": 0, 1: 2, 30: 2, 31: 3, 121: 3 }],
  ["a spread has two digits on the card", (text) => typing.twoDigits(Number(text)), { 7: "07", 16: "16", 121: "121" }],
  ["a net has its sign, zero none", (text) => typing.signed(Number(text)), { 7: "+7", "-7": "\u22127", 0: "0" }],
]) {
  test(what, () => {
    for (const [text, found] of Object.entries(cases)) assert.equal(act(text), found, text);
  });
}
