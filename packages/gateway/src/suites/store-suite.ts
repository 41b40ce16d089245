import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import type { Store, StoreKey } from "../contracts/store.ts";
import { frozenCopy } from "./freeze.ts";

/** Makes an empty store whose time is that of the given clock, in milliseconds since 1970. */
export type CreateStore = (now: () => number) => Store | Promise<Store>;

const key = (more: Partial<StoreKey> = {}): StoreKey => ({ namespace: "tests", owner: "alice", id: "a", ...more });
const value = { text: 'é 漢 🦜 \u2028 "', list: [1, null, { nested: true }], empty: {} };
const hour = { milliseconds: 3_600_000 };

/** What every store does, wherever it keeps values. Each check makes a store of its own. */
export function storeSuite(create: CreateStore): readonly Check[] {
  const withStore = (run: (store: Store, time: { now: number }) => Promise<void>) => async (): Promise<void> => {
    const time = { now: Date.parse("2026-01-01T00:00:00Z") };
    await run(await create(() => time.now), time);
  };
  const read = async (store: Store, wanted: StoreKey): Promise<object | undefined> => (await store.get([wanted]))[0];
  return [
    {
      title: "is of specification v1",
      run: withStore(async (store) => assert.equal(store.specificationVersion, "v1")),
    },
    {
      title: "gives back what it was given, and replaces it",
      run: withStore(async (store) => {
        await store.set(key(), frozenCopy(value), hour);
        assert.deepEqual(await read(store, key()), value);
        await store.set(key(), { other: 1 }, hour);
        assert.deepEqual(await read(store, key()), { other: 1 });
      }),
    },
    {
      title: "reads many keys at once, in their order, and none",
      run: withStore(async (store) => {
        for (const id of ["a", "b"]) await store.set(key({ id }), { id }, hour);
        const found = await store.get(["b", "none", "a", "b"].map((id) => key({ id })));
        assert.deepEqual(found, [{ id: "b" }, undefined, { id: "a" }, { id: "b" }]);
        assert.deepEqual(await store.get([]), []);
      }),
    },
    {
      title: "keeps owners and namespaces apart, whatever characters they have",
      run: withStore(async (store) => {
        const odd = ["a", 'a","b', "a/b", "a:b", "a\u0000b", "%", "__proto__", "é", "' OR 1=1 --", "x".repeat(500)];
        const keys = odd.flatMap((text) => [key({ id: text }), key({ owner: text }), key({ namespace: text })]);
        const distinct = [...new Map(keys.map((each) => [JSON.stringify(each), each])).values()];
        for (const [number, each] of distinct.entries()) await store.set(each, { number }, hour);
        const found = await store.get(distinct);
        assert.deepEqual(
          found,
          distinct.map((_, number) => ({ number })),
        );
      }),
    },
    {
      title: "deletes a value once, and no other's",
      run: withStore(async (store) => {
        await store.set(key(), value, hour);
        await store.set(key({ owner: "bob" }), value, hour);
        assert.equal(await store.delete(key()), true);
        assert.equal(await store.delete(key()), false);
        assert.equal(await read(store, key()), undefined);
        assert.deepEqual(await read(store, key({ owner: "bob" })), value);
      }),
    },
    {
      title: "forgets a value when its time is over, counted from the last write",
      run: withStore(async (store, time) => {
        await store.set(key(), value, { milliseconds: 1_000 });
        time.now += 999;
        assert.deepEqual(await read(store, key()), value);
        await store.set(key(), value, { milliseconds: 1_000 });
        time.now += 999;
        assert.deepEqual(await read(store, key()), value);
        time.now += 1;
        assert.equal(await read(store, key()), undefined);
        assert.equal(await store.delete(key()), false);
      }),
    },
    {
      title: "answers many calls at the same time",
      run: withStore(async (store) => {
        const ids = Array.from({ length: 50 }, (_, number) => `id ${number}`);
        await Promise.all(ids.map((id) => store.set(key({ id }), { id }, hour)));
        const found = await Promise.all(ids.map((id) => read(store, key({ id }))));
        assert.deepEqual(
          found,
          ids.map((id) => ({ id })),
        );
      }),
    },
  ];
}
