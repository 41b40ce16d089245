import { describe, expect, it } from "vitest";
import type { Store, StoreKey } from "../contract/store.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import { storeSuite } from "../suites/index.ts";
import { GuardedStore } from "./guarded-store.ts";
import { JoinedStore } from "./joined-store.ts";

const key = (id: string): StoreKey => ({ namespace: "n", owner: "o", id });
const retention = { milliseconds: 60_000 };

/** A store in memory that reads together, and what was read of it. */
function open({ isDown = false } = {}) {
  const store = new MemoryStore(() => 0);
  const reads: string[] = [];
  const counted: Store = {
    specificationVersion: "v1",
    get: (keys) => {
      reads.push(`get ${keys.length}`);
      return store.get(keys);
    },
    set: (...given) => store.set(...given),
    update: (...given) => store.update(...given),
    delete: (...given) => store.delete(...given),
    journal: store.journal,
    counters: {
      read: (keys) => {
        reads.push(`count ${keys.length}`);
        return store.counters.read(keys);
      },
      add: (changes) => store.counters.add(changes),
      list: (namespace, limit) => store.counters.list(namespace, limit),
    },
    readTogether: async (keys, counters) => {
      reads.push(`both ${keys.length} ${counters.length}`);
      if (isDown) throw new Error("down");
      return { values: await store.get(keys), counts: await store.counters.read(counters) };
    },
    close: () => store.close(),
  };
  return { joined: new JoinedStore(counted), reads };
}

describe("reads that begin at the same moment", () => {
  it("are one, and everybody gets what they asked for", async () => {
    const { joined, reads } = open();
    await joined.set(key("a"), { a: 1 }, retention);
    await joined.counters?.add([{ key: key("c"), amount: 3, retention }]);
    const answers = await Promise.all([
      joined.get([key("a"), key("x")]),
      joined.counters?.read([key("c")]),
      joined.get([key("a")]),
      joined.counters?.read([key("x"), key("c")]),
    ]);

    expect(answers).toEqual([[{ a: 1 }, undefined], [3], [{ a: 1 }], [0, 3]]);
    expect(reads).toEqual(["both 3 3"]);
  });

  it("stay what they are if there is only one kind, or nothing to read", async () => {
    const { joined, reads } = open();
    await Promise.all([joined.get([key("a")]), joined.get([])]);
    await joined.counters?.read([key("c")]);

    expect(reads).toEqual(["get 0", "get 1", "count 1"]);
  });

  it("fail together", async () => {
    const { joined } = open({ isDown: true });
    const answers = await Promise.allSettled([joined.get([key("a")]), joined.counters?.read([key("c")])]);

    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("a joined store in memory", () => {
  it.each(storeSuite((now) => new JoinedStore(new MemoryStore(now))))("$title", ({ run }) => run());
});

it("offers all that the store behind it offers, and so does a guarded one", () => {
  const store = new MemoryStore(Date.now);
  const guard = { clock: () => 0, startTimer: () => ({ stop: () => {}, restart: () => {} }) };
  const optional = ["list", "journal", "counters"] as const;
  const offered = (wrapped: Store) => optional.filter((part) => wrapped[part] !== undefined);

  expect(offered(store)).toEqual(optional);
  expect(offered(new JoinedStore(store))).toEqual(optional);
  expect(offered(new GuardedStore(new JoinedStore(store), guard))).toEqual(optional);
});
