// Cards that were begun and are not confirmed: what of them is kept, by which tab, and what becomes of what a closed one left.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Locks, begin, happen, pass, server, settle } from "../../../hall/tests/js/browser.js";
import { Drafts, LEAD, changesOf, join, linesIn, readDraft } from "../../../static/js/desk-drafts.js";
import { Store } from "../../../static/js/desk-store.js";
import { Tabs } from "../../../static/js/desk-tabs.js";

beforeEach(begin);

const kept = async (store) => Object.fromEntries((await store.allKept(LEAD)).map(([name, { fields }]) => [name.at(-1), fields]));
const sitting = (number, seat = "A-1", user = "rosa") => `${LEAD}${user}\nmain\n${seat}\n${number}`;

function draftsOf(tabs, { store = new Store(), over = [] } = {}) {
  return new Drafts(store, { user: "rosa", event: "main", tabs, isOver: (name) => over.includes(name) });
}

/** A tab that knows which others are open. */
const tab = (name, ...others) => ({ tab: name, open: async () => new Set([name, ...others]) });

test("only what differs from what it was typed on is a change, and what was emptied on purpose is empty", () => {
  const base = { "line-1": "21", "line-2": "-12", "total-net": "9" };
  const fields = { "line-1": "31", "line-2": "-12", "line-3": "7", "line-4": "" };

  const changes = changesOf({ fields, base });

  assert.deepEqual([...changes], [["line-1", "31"], ["total-net", ""], ["line-3", "7"]]);
  assert.equal(linesIn(changes.keys()), 2);
  assert.deepEqual([...changesOf({ fields: { "line-1": "5" } })], [["line-1", "5"]]);
  const { user, event, seat } = readDraft([sitting("1"), {}]);
  assert.deepEqual([user, event, seat], ["rosa", "main", "A-1"]);
});

for (const [what, drafts, changes, elsewhere = {}] of [
  ["one", [{ fields: { "line-1": "21" } }], { "line-1": "21" }],
  ["lines of each", [{ fields: { "line-1": "21" } }, { fields: { "line-2": "5" } }], { "line-1": "21", "line-2": "5" }],
  ["the same", [{ fields: { "line-1": "21" } }, { fields: { "line-1": "21" } }], { "line-1": "21" }],
  [
    "what the first has otherwise, told once each",
    [{ fields: { "line-1": "16" } }, { fields: { "line-1": "-55" } }, { fields: { "line-1": "7" } }, { fields: { "line-1": "-55" } }],
    { "line-1": "16" },
    { "line-1": ["-55", "7"] },
  ],
  [
    "what was emptied in one",
    [{ fields: {}, base: { "line-1": "21" } }, { fields: { "line-1": "5" }, base: { "line-1": "21" } }],
    { "line-1": "" },
    { "line-1": ["5"] },
  ],
  ["half a line of its own", [{ fields: { "line-1": "1" }, half: "line-1" }], { "line-1": "1" }],
  [
    "half a line of another, which is none",
    [{ fields: { "line-2": "5" } }, { fields: { "line-1": "1", "line-3": "7" }, half: "line-1" }],
    { "line-2": "5", "line-3": "7" },
    { "line-1": ["1"] },
  ],
  [
    "what was told before and is still not decided",
    [{ fields: { "line-1": "16" }, elsewhere: { "line-1": ["-55", "16"] } }],
    { "line-1": "16" },
    { "line-1": ["-55"] },
  ],
]) {
  test(`drafts are joined line by line: ${what}`, () => {
    const joined = join(drafts.map((draft) => ({ version: 0, ...draft })));

    assert.deepEqual(Object.fromEntries(joined.changes), changes);
    assert.deepEqual(Object.fromEntries(joined.elsewhere), elsewhere);
    assert.equal(joined.half, drafts[0].half);
  });
}

test("the older version of several stands for all, so that a save in between is seen", () => {
  const drafts = [2, 1, 3].map((version) => ({ version, from: `key ${version}`, fields: {} }));

  const { version, from } = join(drafts);

  assert.deepEqual([version, from], [1, "key 1"]);
});

test("every card that is laid has a sitting of its own, under a name that says whose it is", () => {
  const drafts = draftsOf(tab("one"));

  const [first, second] = [drafts.sit("A-1"), drafts.sit("A-1")];

  assert.notEqual(first, second);
  assert.deepEqual([readDraft([first]).user, readDraft([first]).seat], ["rosa", "A-1"]);
});

test("one write is on its way at a time, and of what is typed meanwhile only the last is written", async () => {
  const written = [];
  let done;
  const store = {
    keepAll: ({ put, drop }) => {
      written.push([put.map(([, draft]) => draft.fields), drop]);
      return new Promise((resolve) => (done = resolve));
    },
  };
  const drafts = draftsOf(tab("one"), { store });

  const [first, last] = ["1", "16", "16+"].map((text) => drafts.keep("a", { fields: text })).slice(1);
  assert.equal(first, last);
  assert.deepEqual(written, [[["1"], []]]);
  done();
  await settle();
  assert.deepEqual(written.slice(1), [[["16+"], []]]);
  drafts.keep("a", null);
  done();
  await settle();
  assert.deepEqual(written.slice(2), [[[], ["a"]]]);
  done();
  await last;
});

test("what waits behind a write is on its way when the page is left", () => {
  const written = [];
  const drafts = draftsOf(tab("one"), { store: { keepAll: ({ put }) => (written.push(put[0][1].fields), new Promise(() => {})) } });
  drafts.keep("a", { fields: "1" });
  drafts.keep("a", { fields: "16" });

  happen("pagehide");

  assert.deepEqual(written, ["1", "16"]);
});

test("a tab takes up its own and what closed ones left, the last typed first, and nothing of an open one", async () => {
  const store = new Store();
  for (const [place, [name, fields]] of Object.entries({
    closed: { "line-1": "-55", "line-2": "5" },
    here: { "line-1": "16" },
    later: { "line-1": "7", "line-2": "6", "line-3": "8" },
    open: { "line-4": "9" },
  }).entries()) {
    await draftsOf(tab(name), { store }).keep(sitting(place), { version: 0, fields });
    await pass(1000);
  }
  await store.keep(sitting(8, "A-10"), { fields: { "line-5": "1" }, version: 0 });
  await store.keep(sitting(9, "A-1", "len"), { fields: { "line-5": "1" }, version: 0 });
  const drafts = draftsOf(tab("here", "open"), { store, over: [sitting(7)] });
  await store.keep(sitting(7), { fields: { "line-6": "written late" }, version: 0 });
  const before = await kept(store);
  const found = [];

  // Nothing is taken where the desk cannot lay it now.
  await drafts.takeUp("A-1", sitting("n"), () => undefined);
  assert.deepEqual(await kept(store), before);
  await drafts.takeUp("A-1", sitting("n"), ({ changes, elsewhere }, free) => {
    found.push(Object.fromEntries(changes), Object.fromEntries(elsewhere), free.map((draft) => draft.tab));
    return { version: 0, fields: Object.fromEntries(changes) };
  });

  const joined = { "line-1": "16", "line-2": "6", "line-3": "8" };
  assert.deepEqual(found, [joined, { "line-1": ["7", "-55"], "line-2": ["5"] }, ["here", "later", "closed"]]);
  const { 0: _closed, 1: _here, 2: _later, ...others } = before;
  assert.deepEqual(await kept(store), { ...others, n: joined });
  await drafts.takeUp("A-1", sitting("n"), () => assert.fail("it is its own"));
  // What is confirmed or thrown away at once leaves nothing.
  await drafts.keep(sitting("m"), { version: 0, fields: {} });
  await drafts.takeUp("A-1", sitting("m"), () => null);
  assert.deepEqual(await kept(store), others);
});

for (const [what, locks] of [["with a certificate", true], ["over plain HTTP", false]]) {
  test(`a tab knows the other ones that are open, ${what}`, async () => {
    if (locks) navigator.locks = new Locks();
    const [one] = [new Tabs("one"), new Tabs("other")];

    const asked = one.open();
    await pass(250);

    assert.ok((await asked).has("other"));
    assert.ok(!(await asked).has("gone"));
    assert.equal(server.asked.length, 0);
  });
}
