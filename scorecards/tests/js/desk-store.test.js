// What the desk keeps where the browser has no database: everything it is asked to, in order, and said to be gone where it is.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { begin } from "../../../hall/tests/js/browser.js";
import { Store } from "../../../static/js/desk-store.js";

beforeEach(begin);

const full = () => (localStorage.setItem = () => assert.fail("the quota is exceeded"));

for (const [what, lasts, prepare] of [["kept from page to page", true, () => {}], ["kept in memory alone", false, full]]) {
  test(`items stand in the order in which they came, changed all at once, ${what}`, async () => {
    prepare();
    const store = new Store();
    for (const key of ["a", "b", "c"]) await store.add({ key });

    const result = await store.change((items) => {
      assert.deepEqual(items.map(({ key }) => key), ["a", "b", "c"]);
      return { put: [{ ...items[0], state: "saved" }], drop: [items[1].order], result: "done" };
    });
    await store.add({ key: "d" });

    assert.equal(result, "done");
    assert.deepEqual((await store.items()).map(({ key, state }) => [key, state]), [["a", "saved"], ["c", undefined], ["d", undefined]]);
    assert.equal(store.lasts, lasts);
    assert.equal((await new Store().items()).length, lasts ? 3 : 0);
  });

  test(`an order that was given is given to no other item, ${what}`, async () => {
    prepare();
    const store = new Store();
    await store.add({ key: "a" });
    await store.change(([{ order }]) => ({ drop: [order] }));

    await store.add({ key: "b" });

    assert.deepEqual((await store.items()).map(({ order }) => order), [2]);
  });

  test(`what is kept under names that begin alike is found and changed together, ${what}`, async () => {
    prepare();
    const store = new Store();
    await store.keep("pile", [1]);
    await store.keepAll({ put: [["draft\na", 1], ["draft\nb", 2]] });

    const result = await store.changeKept("draft\n", (kept) => {
      assert.deepEqual(kept, [["draft\na", 1], ["draft\nb", 2]]);
      return { put: [["draft\nc", 3]], drop: ["draft\na"], result: "done" };
    });

    assert.equal(result, "done");
    assert.deepEqual(await store.allKept("draft\n"), [["draft\nb", 2], ["draft\nc", 3]]);
    assert.deepEqual([await store.kept("pile"), await store.kept("other"), await store.items()], [[1], undefined, []]);
  });
}
