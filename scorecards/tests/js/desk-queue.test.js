// What is typed at the desk and on its way: in which order it is sent, and what becomes of it whatever the server says.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Locks, begin, happen, pass, server, settle } from "../../../hall/tests/js/browser.js";
import { LEAD } from "../../../static/js/desk-drafts.js";
import { Queue } from "../../../static/js/desk-queue.js";
import { Store } from "../../../static/js/desk-store.js";

beforeEach(begin);

const WHOLE = "/cards/pile/";
const MINUTE = 60_000;
const WHY = { message: "Why.", current: { fields: { "line-1": "12" }, rest: true } };
const ROLE = { code: "role", message: "This is for somebody else.", errors: [] };

const desk = (user = "rosa") => new Queue(new Store(), { user, by: user, event: "main", whole: WHOLE });

function type(queue, seat, first, more = {}) {
  return queue.add({ seat, name: seat, address: `/cards/${seat}/`, fields: { "line-1": String(first) }, lines: 1, ...more });
}

/** The server writes every card, each key once, and says its version. */
function writes() {
  const keys = new Map();
  const versions = {};
  return ({ address, fields }) => {
    if (!keys.has(fields.key)) {
      versions[address] = (versions[address] ?? 0) + 1;
      keys.set(fields.key, { version: versions[address] });
    }
    return [200, keys.get(fields.key)];
  };
}

const posts = () => server.asked.filter(({ method }) => method === "POST");
const sent = () => posts().map(({ address, fields }) => `${address.split("/")[2]} ${fields["line-1"] ?? ""}`.trim());
const states = (queue) => queue.mine.map(({ seat, state }) => `${seat} ${state}`);

test("what is typed is sent in order, once, with its version, its key and whose it is", async () => {
  const queue = desk();
  server.answer = writes();

  type(queue, "A-1", 21);
  type(queue, "A-2", 22, { version: 4 });
  assert.deepEqual([...queue.seats], ["A-1", "A-2"]);
  await pass(MINUTE);

  assert.deepEqual(sent(), ["A-1 21", "A-2 22"]);
  assert.deepEqual(posts().map(({ fields }) => [fields.version, fields.as]), [["0", "rosa"], ["4", "rosa"]]);
  assert.equal(new Set(posts().map(({ fields }) => fields.key)).size, 2);
  assert.deepEqual([states(queue), queue.seats.size], [[], 0]);
});

test("what is only told of a card is sent to its place, without a version or a key", async () => {
  const queue = desk();
  server.answer = () => [200, { version: 1 }];

  type(queue, "A-1", 21, { act: "aside/", fields: { reason: "Torn" } });
  assert.deepEqual([queue.here.length, queue.held("A-1")], [1, undefined]);
  await settle();

  assert.deepEqual(posts().map(({ address, fields }) => [address, fields]), [["/cards/A-1/aside/", { reason: "Torn", as: "rosa" }]]);
});

for (const [what, answer] of [
  ["no answer", null],
  ["a proxy alone", 502],
  ["too many requests", [429, {}]],
  ["a page in the server's place", 200],
  ["an error of its own while it was not heard of", [500, {}]],
]) {
  test(`where there is ${what}, everything waits in order and is tried again after longer and longer pauses`, async () => {
    const queue = desk();
    server.answer = () => answer;
    const first = await type(queue, "A-1", 21);
    await type(queue, "A-2", 22);
    await settle();
    // What is added tries at once.
    const times = server.asked.length;

    for (const [place, seconds] of [2, 4, 8, 15, 15].entries()) {
      await pass(seconds * 1000 - 1);
      assert.equal(server.asked.length, times + place, `${seconds} s`);
      await pass(1);
      assert.equal(server.asked.length, times + place + 1, `${seconds} s`);
    }
    assert.deepEqual(new Set(posts().map(({ fields }) => fields.key)), new Set([first.key]));
    assert.deepEqual(states(queue), ["A-1 waiting", "A-2 waiting"]);
    assert.equal(queue.failing, answer && [answer].flat()[0]);
    assert.equal(queue.connected, answer !== null);

    server.asked = [];
    server.answer = writes();
    await pass(15_000);
    assert.deepEqual(sent(), ["A-1 21", "A-2 22"]);
    assert.deepEqual([queue.failing, queue.connected, states(queue)], [null, true, []]);

    // The next time it is away the pauses are short again.
    server.answer = () => answer;
    server.asked = [];
    type(queue, "A-3", 23);
    await pass(1000);
    assert.equal(server.asked.length, 2);
    // Once the network is there again nothing waits for a pause.
    happen("online");
    await settle();
    assert.equal(server.asked.length, 3);
  });
}

test("an answer that was lost is asked for again with the same key, and another version goes on from it", async () => {
  const queue = desk();
  const write = writes();
  const lost = [];
  server.answer = (asked) => (lost.push(write(asked)) === 1 ? null : lost.at(-1));

  const first = await type(queue, "A-1", 21);
  await settle();
  await type(queue, "A-1", 31, { from: first.key });
  await pass(MINUTE);

  assert.deepEqual(posts().map(({ fields }) => [fields["line-1"], fields.key === first.key, fields.version]), [
    ["21", true, "0"],
    ["21", true, "0"],
    ["31", false, "1"],
  ]);
});

test("what was never sent is replaced by what was made from it", async () => {
  const queue = desk();
  queue.running = true;
  const first = await type(queue, "A-1", 21);
  await type(queue, "A-2", 22);
  await type(queue, "A-1", 31, { from: first.key });
  assert.equal(queue.held("A-1").fields["line-1"], "31");
  server.answer = writes();

  queue.run();
  await settle();

  assert.deepEqual(sent(), ["A-2 22", "A-1 31"]);
});

for (const [status, code, state] of [
  [409, "stale", "conflict"],
  [409, "used_key", "refused"],
  [422, "invalid", "wrong"],
  [403, "role", "refused"],
  [404, "not_found", "refused"],
]) {
  test(`${status} ${code} is told and kept as ${state}, not sent again by itself, and keeps up nothing else`, async () => {
    const queue = desk();
    const write = writes();
    const errors = [{ field: "line-1", code }];
    const told = [];
    queue.addEventListener("trouble", ({ detail }) => told.push(`${detail.seat} ${detail.state}`));
    server.answer = (asked) => (asked.address.includes("A-1") ? [status, { ...WHY, code, errors }] : write(asked));

    const first = await type(queue, "A-1", 21);
    type(queue, "A-2", 22);
    await pass(MINUTE);

    assert.deepEqual(sent(), ["A-1 21", "A-2 22"]);
    assert.deepEqual(told, [`A-1 ${state}`]);
    const [trouble] = queue.troubles;
    assert.deepEqual([trouble.state, trouble.message, trouble.errors, trouble.code], [state, "Why.", errors, code]);
    assert.equal(trouble.fields["line-1"], "21");

    // Sent again by hand: under the same key, but for one that stands for another save.
    server.answer = write;
    queue.again(first.key);
    await settle();
    assert.equal(posts().at(-1).fields.key === first.key, code !== "used_key");
    assert.deepEqual(states(queue), []);
  });

  test(`after ${status} ${code} the card that is typed anew takes its place`, async () => {
    const queue = desk();
    server.answer = () => [status, { code, message: "Why.", errors: [] }];
    const first = await type(queue, "A-1", 21);
    await settle();
    server.answer = writes();

    await type(queue, "A-1", 31, { from: first.key, version: 7 });
    await settle();

    assert.deepEqual([sent(), posts().at(-1).fields.version, states(queue)], [["A-1 21", "A-1 31"], "7", []]);
  });
}

test("what was refused is thrown away only by hand", async () => {
  const queue = desk();
  server.answer = () => [422, { code: "invalid", message: "Why.", errors: [] }];
  const { key } = await type(queue, "A-1", 21);
  await settle();

  await queue.discard(key);

  assert.deepEqual([states(queue), await queue.store.items()], [[], []]);
});

for (const answer of [[401, { code: "not_signed_in" }], 401, [409, { code: "other_user" }]]) {
  test(`${JSON.stringify(answer)} is being signed out: nothing more is sent until one is signed in`, async () => {
    const queue = desk();
    server.answer = () => answer;
    await type(queue, "A-1", 21);
    await settle();
    await type(queue, "A-2", 22);
    await pass(MINUTE);
    assert.deepEqual([queue.isSignedIn, states(queue)], [false, ["A-1 waiting", "A-2 waiting"]]);
    assert.deepEqual(new Set(sent()), new Set(["A-1 21"]));

    server.asked = [];
    server.answer = writes();
    queue.hear({ kind: "live", status: 200 });
    await settle();

    assert.deepEqual([sent(), queue.isSignedIn, states(queue)], [["A-1 21", "A-2 22"], true, []]);
  });
}

test("somebody else who is signed in sends nothing of it, and is told whose it is", async () => {
  const [rosa, len] = [desk(), desk("len")];
  rosa.hear({ kind: "other", status: 200 });
  assert.equal(rosa.isSignedIn, false);
  server.answer = () => [409, { code: "other_user" }];
  await type(rosa, "A-1", 21);
  await type(rosa, "A-1", 0, { act: "aside/" });
  await rosa.store.keep(`${LEAD}rosa\nmain\nA-2\n1`, { fields: { "line-1": "22" }, version: 0, address: "/cards/A-2/" });
  await settle();
  server.answer = writes();
  server.asked = [];

  await type(len, "A-3", 23);
  await settle();

  assert.deepEqual(posts().map(({ fields }) => fields.as), ["len"]);
  assert.deepEqual([len.mine, len.begun], [[], []]);
  assert.deepEqual([...len.foreign].map(([user, cards]) => [user, cards.map(({ seat }) => seat)]), [["rosa", ["A-1", "A-2"]]]);
});

test("an error that lasts holds up that card alone while the server answers all else", async () => {
  const queue = desk();
  const write = writes();
  queue.hear({ kind: "live", status: 200 });
  server.answer = (asked) => (asked.address.includes("A-1") ? 500 : write(asked));
  await type(queue, "A-1", 21);
  await settle();
  assert.equal(queue.failing, null);

  await type(queue, "A-2", 22);
  await settle();

  assert.deepEqual([states(queue), queue.failing], [["A-1 waiting"], 500]);
  server.answer = write;
  await pass(15_000);
  assert.deepEqual([sent().at(-1), states(queue), queue.failing], ["A-1 21", [], null]);
});

test("a server that does not answer for the pile either is said to fail the second time", () => {
  const queue = desk();
  const failing = ["failed", "failed", "live"].map((kind) => (queue.hear({ kind, status: 503 }), queue.failing));

  assert.deepEqual(failing, [null, 503, null]);
});

test("an old token is made new by asking for the pile, and the card is sent again", async () => {
  const queue = desk();
  server.answer = () => 403;
  type(queue, "A-1", 21);
  await settle();
  assert.deepEqual(server.asked.map(({ method, address }) => `${method} ${address}`), ["POST /cards/A-1/", `GET ${WHOLE}`]);

  server.answer = writes();
  await pass(1000);

  assert.deepEqual(states(queue), []);
});

test("what was refused for want of a role is sent once more when there is one, and not for ever", async () => {
  const queue = desk();
  server.answer = () => [403, ROLE];
  await type(queue, "A-1", 21);
  await settle();
  const hear = async (kind) => {
    queue.hear({ kind, status: 200 });
    await pass(MINUTE);
    return sent().length;
  };

  assert.deepEqual([await hear("live"), await hear("live"), await hear("live")], [2, 2, 2]);
  // Gone in between, and there again.
  assert.deepEqual([await hear("refused"), await hear("live"), await hear("live")], [2, 3, 3]);
  server.answer = writes();
  assert.deepEqual([await hear("refused"), await hear("live"), states(queue)], [2 + 1, 4, []]);
});

test("what is wrong or newer elsewhere is not sent again when a role comes back", async () => {
  const queue = desk();
  const answers = [[422, { code: "invalid" }], [409, { code: "stale" }], [409, { code: "used_key" }]];
  server.answer = () => answers.shift();
  for (const number of [1, 2, 3]) await type(queue, `A-${number}`, 20 + number);
  await settle();
  queue.hear({ kind: "refused", status: 403 });
  queue.hear({ kind: "live", status: 200 });
  await pass(MINUTE);

  assert.deepEqual(sent(), ["A-1 21", "A-2 22", "A-3 23"]);
});

for (const rest of [false, true]) test(`a line of one's own game stands again as it did, and the rest ${rest ? "waits" : "is nothing: it is over"}`, async () => {
  const queue = desk();
  const current = { fields: { "line-1": "12", "line-2": "" }, rest };
  server.answer = () => [403, { code: "own_card", message: "Ask another checker.", errors: [], current }];

  await type(queue, "A-2", 31, { fields: { "line-1": "31", "line-2": "5", "line-3": "7" } });
  await settle();

  const [{ state, fields, isOver }] = queue.troubles;
  assert.deepEqual([state, fields, isOver], ["refused", { "line-1": "12", "line-3": "7" }, !rest]);
});

test("what is on its way to the disk counts as held", async () => {
  const queue = desk();
  let written;
  queue.store.add = () => new Promise((resolve) => (written = resolve));

  type(queue, "A-1", 21, { ends: ["draft"] });
  await queue.refresh();

  assert.deepEqual([states(queue), queue.ended.has("draft")], [["A-1 waiting"], true]);
  written();
});

test("the drafts of a sitting are over when its card is confirmed, and one that is written late is none", async () => {
  const queue = desk();
  const sitting = `${LEAD}rosa\nmain\nA-1\n1`;
  const draft = { fields: { "line-1": "21", "line-2": "-12", "total-net": "9" }, base: {}, version: 0, address: "/cards/A-1/" };
  const put = () => queue.store.keep(sitting, draft);
  await put();
  await queue.refresh();
  assert.deepEqual(queue.begun.map(({ seat, lines, isSaved }) => [seat, lines, isSaved]), [["A-1", 2, false]]);
  assert.equal(queue.draft("A-1").seat, "A-1");

  await type(queue, "A-1", 21, { ends: [sitting] });
  await settle();
  for (const answer of [() => null, writes(), () => null]) {
    server.answer = answer;
    await pass(MINUTE);
    await put();
    await queue.refresh();
    assert.deepEqual([queue.begun, await queue.store.allKept(LEAD)], [[], []]);
  }
  assert.deepEqual(states(queue), []);
});

test("what was begun of one card in several tabs is counted once", async () => {
  const queue = desk();
  const address = "/cards/A-1/";
  await queue.store.keep(`${LEAD}rosa\nmain\nA-1\n1`, { fields: { "line-1": "21", "line-2": "5" }, version: 1, address });
  await queue.store.keep(`${LEAD}rosa\nmain\nA-1\n2`, { fields: { "line-1": "7" }, base: { "line-3": "9" }, version: 1, address });
  await queue.refresh();

  assert.deepEqual(queue.begun.map(({ seat, lines, isSaved }) => [seat, lines, isSaved]), [["A-1", 3, true]]);
  assert.equal(queue.draftsOf("A-1").length, 2);
});

test("of two tabs one sends at a time, and each card goes once, also when one of them is closed", async () => {
  navigator.locks = new Locks();
  const [one, other, third] = [desk(), desk(), desk()];
  let answer;
  server.answer = () => new Promise((resolve) => (answer = () => resolve([200, { version: 1 }])));

  await type(one, "A-1", 21);
  await type(other, "A-2", 22);
  await settle();
  assert.deepEqual([sent(), states(third)], [["A-1 21"], ["A-1 waiting", "A-2 waiting"]]);
  answer();
  await settle();
  assert.deepEqual(sent(), ["A-1 21", "A-2 22"]);
  answer();
  await settle();

  assert.deepEqual([sent().length, states(one), states(other)], [2, [], []]);
  assert.deepEqual(states(third), []);
});

test("the first card that arrives after the server was away asks for the pile at once", async () => {
  const queue = desk();
  const pile = Object.assign(new EventTarget(), { times: 0, poll: () => (pile.times += 1) });
  queue.follow(pile);
  server.answer = writes();
  const hear = (kind) => pile.dispatchEvent(new CustomEvent("heard", { detail: { kind, status: 0 } }));

  hear("lost");
  assert.equal(queue.connected, false);
  await type(queue, "A-1", 21);
  await settle();
  assert.equal(pile.times, 1);
  hear("live");
  await type(queue, "A-2", 22);
  await settle();

  assert.deepEqual([queue.connected, pile.times], [true, 1]);
});

test("of what was saved only the newest marks stay", async () => {
  const queue = desk();
  server.answer = writes();
  for (let number = 1; number <= 405; number += 1) await type(queue, `A-${number}`, 1);
  await settle();

  assert.equal((await queue.store.items()).length, 401);
});
