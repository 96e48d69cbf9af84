// What was told on a phone and waits: which of it, in which order it goes out, and who must say that it is saved.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { begin } from "./browser.js";
import { Waiting, post } from "../../../static/js/phone-queue.js";

beforeEach(begin);

const game = (number, id, kind = "game") => ({ id, kind, game: number });
const ids = (queue) => queue.all.map(({ id }) => id);

for (const [what, prepare, again] of [
  ["kept until the page is loaded again", () => {}, ["a", "c"]],
  ["kept with the page where the browser keeps nothing", () => delete globalThis.localStorage, []],
]) {
  test(`what waits is ${what}, and nothing is left of it afterwards`, async () => {
    prepare();
    const queue = new Waiting("here");
    for (const id of ["a", "b", "c"]) queue.hold(game(id.charCodeAt(0), id));
    queue.keep(queue.all.filter(({ id }) => id !== "b"));

    assert.deepEqual(ids(queue), ["a", "c"]);
    assert.deepEqual([ids(new Waiting("here")), ids(new Waiting("elsewhere"))], [again, []]);
    await queue.sendAll(() => "", () => {});
    assert.deepEqual([ids(queue), globalThis.localStorage?.length ?? 0], [[], 0]);
  });
}

test("of what is told twice the last one waits, and the card is handed in after everything else", () => {
  const queue = new Waiting("here");
  for (const one of [game(1, "a"), game(0, "in", "in"), game(2, "b"), game(1, "theirs", "theirs"), game(1, "a again")]) queue.hold(one);

  assert.deepEqual(ids(queue), ["b", "theirs", "a again", "in"]);
});

test("all is sent in order with what comes meanwhile, and what the server does not get waits", async () => {
  const queue = new Waiting("here");
  const [sent, told] = [[], []];
  let isAway = false;
  const send = async ({ id }) => {
    if (isAway) throw new Error("away");
    sent.push(id);
    if (id === "a") queue.hold(game(3, "c"));
    isAway = id === "b";
    return id === "a" ? "" : `the page of ${id}`;
  };
  for (const one of [game(1, "a"), game(2, "b")]) queue.hold(one);

  await assert.rejects(queue.sendAll(send, (page) => told.push(page)), /away/);
  assert.deepEqual([sent, told, ids(queue)], [["a", "b"], ["", "the page of b"], ["c"]]);
  isAway = false;
  await queue.sendAll(send, () => {});
  assert.deepEqual([sent, ids(queue)], [["a", "b", "c"], []]);
});

for (const [what, status, held, found] of [
  ["the server saved it", 0, "saved", ""],
  ["the server refuses it, with its page", 422, "refused", "why"],
  ...[200, 302, 403, 429, 503].map((status) => [`somebody else answers in its place (${status})`, status, null, null]),
]) {
  test(`a game is saved where the server says so: ${what}`, async () => {
    const asked = [];
    globalThis.fetch = async (address, options) => {
      asked.push([address, Object.fromEntries(options.body), options.headers, options.redirect]);
      return { status, headers: new Map([["Pegboard-Held", held]]), text: async () => "why" };
    };

    const answer = post("/card/", [["result", "won"], ["csrfmiddlewaretoken", "old"]], "new");

    if (found === null) await assert.rejects(answer, /away/);
    else assert.equal(await answer, found);
    assert.deepEqual(asked, [["/card/", { result: "won", csrfmiddlewaretoken: "new" }, { "Pegboard-Held": "yes" }, "manual"]]);
  });
}
