import assert from "node:assert/strict";
import type { Counters } from "../contract/counters.ts";
import type { StoreKey } from "../contract/store.ts";

/** A check of counters that are all at 0. */
export interface CounterCheck {
  readonly title: string;
  readonly run: (counters: Counters, time: { now: number }) => Promise<void>;
}

const hour = { milliseconds: 3_600_000 };
const key = (id: string, more: Partial<StoreKey> = {}): StoreKey => ({ namespace: "tests", owner: "o", id, ...more });

/** What all counters do. */
export const counterChecks: readonly CounterCheck[] = [
  {
    title: "adds to several counters at once, and reads them in order",
    run: async (counters) => {
      const added = await counters.add([
        { key: key("b"), amount: 2, retention: hour },
        { key: key("a"), amount: 0.25, retention: hour },
        { key: key("b"), amount: 1, retention: hour },
      ]);
      assert.deepEqual(added, [3, 0.25, 3]);
      assert.deepEqual(await counters.add([{ key: key("a"), amount: 0.5, retention: hour }]), [0.75]);
      assert.deepEqual(await counters.add([]), []);
      assert.deepEqual(await counters.read([key("a"), key("none"), key("b"), key("a")]), [0.75, 0, 3, 0.75]);
      assert.deepEqual(await counters.read([]), []);
    },
  },
  {
    title: "loses no addition of many at the same time",
    run: async (counters) => {
      const ids = ["a", "b", "c"];
      const add = (_: unknown, number: number) => {
        // In different orders, so that two additions would wait for each other if the store let them.
        const ordered = number % 2 === 0 ? ids : ids.toReversed();
        return counters.add(ordered.map((id) => ({ key: key(id), amount: 1, retention: hour })));
      };
      await Promise.all(Array.from({ length: 30 }, add));
      assert.deepEqual(await counters.read(ids.map((id) => key(id))), [30, 30, 30]);
    },
  },
  {
    title: "starts a counter again when its time is over, counted from its first change",
    run: async (counters, time) => {
      const add = () => counters.add([{ key: key("a"), amount: 1, retention: { milliseconds: 10 } }]);
      await add();
      time.now += 9;
      await add();
      assert.deepEqual(await counters.read([key("a")]), [2]);
      time.now += 1;
      assert.deepEqual(await counters.read([key("a")]), [0]);
      assert.deepEqual(await add(), [1]);
      assert.deepEqual(await counters.read([key("a")]), [1]);
    },
  },
  {
    title: "keeps namespaces and owners apart, and lists one namespace",
    run: async (counters) => {
      const odd = key('é "\u0000', { owner: "a" });
      const others = [key("x", { namespace: "other" }), key("x"), key("x", { owner: "p" })];
      for (const each of [odd, ...others]) await counters.add([{ key: each, amount: 1, retention: hour }]);
      assert.deepEqual(await counters.list("tests", 10), [
        { key: odd, value: 1 },
        { key: key("x"), value: 1 },
        { key: key("x", { owner: "p" }), value: 1 },
      ]);
      assert.equal((await counters.list("tests", 2)).length, 2);
    },
  },
];
