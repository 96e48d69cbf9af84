// The pile as the desk knows it: which answer is taken when several are on their way, what is left, and which card is next.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { begin, happen, pass, server, settle } from "../../../hall/tests/js/browser.js";
import { Pile, giveTab, takeTab } from "../../../static/js/desk-pile.js";
import { Store } from "../../../static/js/desk-store.js";

beforeEach(begin);

const card = (number, more = {}) => ({ seat: `A-${number}`, state: "missing", version: 0, ...more });
const whole = (revision, ...cards) => ({ user: "rosa", by: "rosa", revision, at: "9:00", here: [], games: 3, expected: {}, extra: {}, cards });
const made = (since = 0) => new Pile(new Store(), { address: "/pile/", event: "main", user: "rosa", since });
const versions = (pile) => [...pile.cards.values()].map(({ version }) => version);

async function piled(...cards) {
  server.answer = () => [200, whole(1, ...cards)];
  const pile = made();
  await pile.load();
  return pile;
}

for (const [what, since, answer, seen, found] of [
  ["as new as the page is there at once", 5, [200, whole(6, card(1, { version: 2 }))], [1], [2]],
  ["from before the page was written waits for the server", 6, [200, whole(6, card(1, { version: 2 }))], [], [2]],
  ["from before is taken where the server does not answer", 6, null, [], [1]],
]) {
  test(`a pile that was kept and is ${what}`, async () => {
    server.answer = () => [200, whole(5, card(1, { version: 1 }))];
    await made().load();
    let say;
    server.answer = () => new Promise((resolve) => (say = () => resolve(answer)));
    const pile = made(since);

    const loaded = pile.load();
    await settle();
    assert.deepEqual(versions(pile), seen);
    say();

    assert.equal(await loaded, true);
    assert.deepEqual(versions(pile), found);
  });
}

test("a card that is saved while the pile is on its way stands as it was saved", async () => {
  const pile = made();
  let say;
  server.answer = () => new Promise((resolve) => (say = (number) => resolve([200, whole(number, card(1), card(2, { version: 9 }))])));
  const loaded = pile.load();
  await settle();
  for (const seat of ["A-1", "A-2"]) pile.save(seat, { state: "typed", version: 1 });
  say(1);
  await loaded;
  assert.deepEqual([versions(pile), pile.cards.get("A-1").state], [[1, 9], "typed"]);

  // The next whole is asked for after that.
  const asked = pile.ask();
  await settle();
  say(2);
  await asked;
  assert.deepEqual(versions(pile), [0, 9]);
});

test("what changed is put in, kept for a page without a network, and asked for from there on", async () => {
  const pile = await piled(card(1), card(2));
  server.answer = () => [200, { ...whole(2, card(2, { version: 1 })), at: "9:05" }];
  pile.open("A-2");
  await settle();
  await pile.poll();

  assert.deepEqual([versions(pile), pile.at], [[0, 1], "9:05"]);
  const [first, second] = server.asked.slice(-2).map(({ fields }) => [fields.seat, fields.v, fields.tab === pile.tab]);
  assert.deepEqual([first, second], [["A-2", "1", true], ["A-2", "2", true]]);
  server.answer = () => null;
  const again = made();
  await again.load();
  assert.deepEqual(versions(again), [0, 1]);
});

for (const [what, answers] of [["an old token", [403, [200, whole(8, card(1))]]], ["another plan", [[200, { ...whole(2), reload: true }], [200, whole(8, card(1))]]]]) {
  test(`after ${what} the whole is asked for`, async () => {
    const pile = await piled(card(1), card(2));
    server.answer = () => answers.shift();

    await pile.poll();

    assert.deepEqual([pile.whole.revision, pile.cards.size], [8, 1]);
  });
}

for (const [answer, kind] of [
  [[200, whole(1)], "live"],
  [[200, { ...whole(1), user: "len" }], "other"],
  [200, "failed"],
  [null, "lost"],
  [[401, {}], "out"],
  [[403, { message: "Ask the director." }], "refused"],
  [[404, { message: "There is none." }], "refused"],
  [502, "failed"],
  [429, "failed"],
]) {
  test(`${JSON.stringify(answer)?.slice(0, 30)} of the pile is heard as ${kind}`, async () => {
    const pile = await piled();
    const heard = [];
    pile.addEventListener("heard", ({ detail }) => heard.push(detail.kind));
    server.answer = () => answer;

    await pile.poll();

    assert.deepEqual(heard, [kind]);
    assert.equal(pile.refused, kind === "refused" ? answer[1].message : null);
  });
}

test("it asks every three seconds, and every second while nothing answers", async () => {
  const pile = await piled();
  pile.start();
  await settle();
  const asked = async (seconds) => {
    server.asked = [];
    await pass(seconds * 1000);
    return server.asked.length;
  };

  assert.equal(await asked(9), 3);
  server.answer = () => null;
  await asked(3);
  assert.equal(await asked(3), 3);
});

test("every card is left or in, but for who did not show up, with what is held here counted as it stands", async () => {
  const states = ["missing", "received", "unfinished", "typed", "no_show", "missing", "missing"];
  const pile = await piled(...states.map((state, place) => card(place + 1, { state })));
  const held = (lines, state = "waiting") => ({ lines, state });

  assert.deepEqual(pile.count(new Map()), { left: 5, done: 1 });
  const cards = new Map([["A-1", held(3)], ["A-2", held(2)], ["A-6", held(3, "wrong")]]);
  assert.deepEqual(pile.count(cards), { left: 4, done: 2 });
});

test("the next card is the next to type that nobody else has, from the first again at the end", async () => {
  const cards = [{}, { own: true }, { aside: true }, { state: "typed" }, {}, {}, {}].map((more, place) => card(place + 1, more));
  const pile = await piled(...cards);
  pile.people = [{ seat: "A-5", tab: "x", name: "len", mine: false }, { seat: "A-6", tab: "y", name: "rosa", mine: true }];
  const next = (seat, ...passed) => pile.next(seat, new Set(passed))?.seat;

  assert.deepEqual([next("A-1"), next("A-6"), next("A-7"), next("A-6", "A-7"), next("A-1", "A-6", "A-7")], ["A-6", "A-7", "A-1", "A-1", undefined]);
});

test("everybody else at a card is named once, in however many tabs, and oneself only from another tab", async () => {
  const pile = await piled();
  const len = { seat: "A-1", name: "len", mine: false };
  const rosa = { seat: "A-1", name: "rosa", mine: true };
  pile.people = [{ ...len, tab: "1" }, { ...len, tab: "2" }, { ...rosa, tab: pile.tab }, { ...rosa, tab: "3" }, { ...len, seat: "A-2", tab: "4" }];

  assert.deepEqual(pile.peopleAt("A-1").map(({ tab }) => tab), ["1", "3"]);
  assert.deepEqual(pile.peopleAt("A-1", new Set(["3"])).map(({ tab }) => tab), ["1"]);
});

test("a page that is left says so and gives its tab's name to the next one, and to no copy of the tab", async () => {
  const pile = await piled();
  assert.notEqual(takeTab(), pile.tab);

  happen("pagehide");

  const { fields, keepalive } = server.asked.at(-1);
  assert.deepEqual([fields.seat, fields.tab, keepalive], ["", pile.tab, true]);
  assert.equal(takeTab(), pile.tab);
  assert.notEqual(takeTab(), pile.tab);
  giveTab("a");
  assert.equal(made().tab, "a");
});
