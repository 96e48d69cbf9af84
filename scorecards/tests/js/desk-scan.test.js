// Which card somebody looks for, and where a code leads that a scanner types.

import assert from "node:assert/strict";
import { test } from "node:test";
import "../../../hall/tests/js/browser.js";
import { findCards, mayBeCode, otherSite, readCode } from "../../../static/js/desk-scan.js";

const CARDS = [["A-12", "Ed Smilt"], ["A-1", "Milt Orr"], ["A-2", "Dale Ashby"], ["B-2", "Mara Milton"]].map(([seat, name]) => ({ seat, name }));

for (const [text, seats] of [
  ["a1", ["A-1"]],
  ["2", ["A-2"]],
  ["02", ["A-2"]],
  ["b 2", ["B-2"]],
  ["12", ["A-12"]],
  ["A-2 Dale Ashby", ["A-2"]],
  ["milt", ["A-1", "B-2", "A-12"]],
  ["ORR mi", ["A-1"]],
  ["smi", ["A-12"]],
  ["9", []],
  ["", []],
]) {
  test(`“${text}” means ${seats.join(", ") || "no card"}`, () => {
    assert.deepEqual(findCards(text, CARDS, "A").map(({ seat }) => seat), seats);
  });
}

test("a code is the address of a card, on whatever host and in any spelling", () => {
  const code = { event: "sierra/main", seat: "A-3", path: "/t/sierra/main/cards/A-3/" };
  for (const text of ["/t/sierra/main/cards/A-3/", "t/sierra/main/cards/a3", " https://hall.example:8000/t/sierra/main/cards/A-03/ "]) {
    assert.deepEqual(readCode(text), code, text);
    assert.ok(mayBeCode(text.trim()), text);
  }
  for (const text of ["A-3", "/t/sierra/main/", "/t/sierra/main/cards/A-0/", "milt"]) assert.equal(readCode(text), null, text);
});

test("a code of another site is known by its host, and a host in figures tells nothing", () => {
  globalThis.location = { hostname: "here.example" };
  const names = ["localhost", ".hall.example"];
  const site = (host) => otherSite(`https://${host}/t/sierra/main/cards/A-3/`, names);

  assert.deepEqual([site("other.example"), site("OTHER.example:80")], ["other.example", "other.example"]);
  for (const host of ["here.example:8000", "localhost", "desk.hall.example", "127.0.0.1:8000", "[::1]:8000"]) assert.equal(site(host), null, host);
  assert.deepEqual([otherSite("https://other.example/t/", ["*"]), otherSite("/t/sierra/main/cards/A-3/", names)], [null, null]);
});
