import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import type { Store, StoreKey } from "../contract/store.ts";
import { counterChecks } from "./counter-checks.ts";
import { journalChecks } from "./journal-checks.ts";

/** Makes an empty store whose time is that of the given clock, in milliseconds since 1970. */
export type CreateStore = (now: () => number) => Store | Promise<Store>;

const key = (more: Partial<StoreKey> = {}): StoreKey => ({ namespace: "tests", owner: "alice", id: "a", ...more });
const value = { text: 'é 漢 🦜 \u2028 "', list: [1, null, { nested: true }], empty: {} };
const hour = { milliseconds: 3_600_000 };

/** Counts in a value, as many processes may do at the same time. */
const count = (current: object | undefined): object => ({
  count: ((current as { readonly count?: number } | undefined)?.count ?? 0) + 1,
});

/** What every store does, wherever it keeps values. Each check makes a store of its own. Stores may do without a journal and counters. */
export function storeSuite(create: CreateStore): readonly Check[] {
  const withStore = (run: (store: Store, time: { now: number }) => Promise<void>) => async (): Promise<void> => {
    const time = { now: Date.parse("2026-01-01T00:00:00Z") };
    const store = await create(() => time.now);
    try {
      await run(store, time);
    } finally {
      await store.close();
    }
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
        await store.set(key(), Object.freeze(structuredClone(value)), hour);
        assert.deepEqual(await read(store, key()), value);
        await store.set(key(), { other: 1 }, hour);
        assert.deepEqual(await read(store, key()), { other: 1 });
      }),
    },
    {
      title: "keeps the order of fields",
      run: withStore(async (store) => {
        const text = String.raw`{"b":1,"a":{"z":[],"y":null},"10":0.1,"\u0000":"\u0000 \ud800"}`;
        await store.set(key(), JSON.parse(text) as object, hour);
        assert.equal(JSON.stringify(await read(store, key())), JSON.stringify(JSON.parse(text)));
      }),
    },
    {
      title: "updates a value from what it was, creates it and removes it",
      run: withStore(async (store) => {
        assert.deepEqual(await store.update(key(), count, hour), { count: 1 });
        assert.deepEqual(await store.update(key(), count, hour), { count: 2 });
        assert.deepEqual(await read(store, key()), { count: 2 });
        assert.equal(await store.update(key(), () => undefined, hour), undefined);
        assert.equal(await read(store, key()), undefined);
        assert.equal(await store.update(key(), () => undefined, hour), undefined);
      }),
    },
    {
      title: "creates a value only where there is none, or none any more, if it can",
      run: withStore(async (store, time) => {
        const { create } = store;
        if (create === undefined) return;
        const created = await Promise.all([1, 2, 3].map((number) => create.call(store, key(), { number }, hour)));
        assert.deepEqual(created.filter(Boolean), [true]);
        assert.deepEqual(await read(store, key()), { number: created.indexOf(true) + 1 });
        time.now += hour.milliseconds;
        assert.equal(await create.call(store, key(), value, hour), true);
        assert.deepEqual(await read(store, key()), value);
        assert.equal(await create.call(store, key(), {}, hour), false);
        await store.delete(key());
        assert.equal(await create.call(store, key(), {}, hour), true);
      }),
    },
    {
      title: "loses no update of many at the same time",
      run: withStore(async (store) => {
        await Promise.all(Array.from({ length: 20 }, () => store.update(key(), count, hour)));
        assert.deepEqual(await read(store, key()), { count: 20 });
      }),
    },
    {
      title: "keeps a value whose update throws, and goes on",
      run: withStore(async (store) => {
        await store.set(key(), value, hour);
        const failure = new Error("no");
        const fail = (): never => {
          throw failure;
        };
        // The very same error: a caller tells from it that its change was refused, and not that the store is down.
        await assert.rejects(store.update(key(), fail, hour), (error) => error === failure);
        assert.deepEqual(await read(store, key()), value);
        assert.deepEqual(await store.update(key(), () => ({ other: 1 }), hour), { other: 1 });
      }),
    },
    {
      title: "reads values and counters together as it reads them alone, if it can",
      run: withStore(async (store) => {
        const { readTogether, counters } = store;
        if (readTogether === undefined || counters === undefined) return;
        await store.set(key(), value, hour);
        await counters.add([{ key: key(), amount: 2.5, retention: hour }]);
        const asked = [key({ id: "none" }), key()];
        assert.deepEqual(await readTogether(asked, asked), {
          values: await store.get(asked),
          counts: await counters.read(asked),
        });
        assert.deepEqual(await readTogether([], [key()]), { values: [], counts: [2.5] });
      }),
    },
    {
      title: "does not give an expired value to an update",
      run: withStore(async (store, time) => {
        await store.update(key(), count, { milliseconds: 10 });
        time.now += 10;
        assert.deepEqual(await store.update(key(), count, hour), { count: 1 });
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
    {
      title: "lists the keys of a namespace or of an owner, page by page, without expired ones",
      run: withStore(async (store, time) => {
        if (store.list === undefined) return;
        const ids = ["a", 'b "', "c\u0000", "é"];
        for (const id of ids) for (const owner of ["alice", "bob"]) await store.set(key({ id, owner }), { id }, hour);
        await store.set(key({ namespace: "others" }), value, hour);
        await store.set(key({ id: "short" }), value, { milliseconds: 10 });
        time.now += 10;
        const found: StoreKey[] = [];
        for (let after: string | undefined, isLast = false; !isLast; ) {
          const { keys, next } = await store.list("tests", { after, limit: 3 });
          assert.ok(keys.length <= 3);
          found.push(...keys);
          after = next;
          isLast = next === undefined;
        }
        const text = ({ owner, id }: StoreKey): string => `${owner} ${id}`;
        const expected = ids.flatMap((id) => [key({ id }), key({ id, owner: "bob" })]);
        assert.deepEqual(found.map(text).sort(), expected.map(text).sort());
        const { keys } = await store.list("tests", { owner: "bob", limit: 10 });
        assert.deepEqual(keys.map(({ id }) => id).sort(), [...ids].sort());
      }),
    },
    ...journalChecks.map(({ title, run }) => ({
      title: `journal: ${title}`,
      run: withStore(async ({ journal }) => {
        if (journal !== undefined) await run(journal);
      }),
    })),
    ...counterChecks.map(({ title, run }) => ({
      title: `counters: ${title}`,
      run: withStore(async ({ counters }, time) => {
        if (counters !== undefined) await run(counters, time);
      }),
    })),
  ];
}
