import { describe, expect, it } from "vitest";
import type { Store } from "../contracts/store.ts";
import { createManualTimers } from "../testing/settings/manual-timers.ts";
import { LimitedStore } from "./limited-store.ts";
import { MemoryStore } from "./memory-store.ts";

const key = { namespace: "tests", owner: "alice", id: "a" };
const never = () => new Promise<never>(() => {});
const storeOf = (parts: Partial<Store>): Store => ({
  specificationVersion: "v1",
  get: never,
  set: never,
  delete: never,
  ...parts,
});

describe("a limited store", () => {
  it("gives what the store gives", async () => {
    const store = new LimitedStore(new MemoryStore(() => 0), createManualTimers().start);
    await store.set(key, { x: 1 }, { milliseconds: 10 });

    expect([await store.get([key]), await store.delete(key), await store.get([key])]).toEqual([
      [{ x: 1 }],
      true,
      [undefined],
    ]);
  });

  it("rejects a call that is not answered in time, whatever it asks for", async () => {
    const timers = createManualTimers();
    const store = new LimitedStore(storeOf({}), timers.start);
    const calls = [store.get([key]), store.set(key, {}, { milliseconds: 1 }), store.delete(key)];
    timers.run(5_000);

    for (const call of calls) await expect(call).rejects.toThrow("did not answer within 5 seconds");
  });

  it("rejects a call that throws at once", async () => {
    const throwing = () => {
      throw new Error("no connection");
    };
    const store = new LimitedStore(storeOf({ get: throwing }), createManualTimers().start);

    await expect(store.get([key])).rejects.toThrow("no connection");
  });

  it("takes no more calls than it can hold, and goes on when they are over", async () => {
    const timers = createManualTimers();
    const store = new LimitedStore(storeOf({ delete: async () => true }), timers.start);
    const calls = Array.from({ length: 1_000 }, () => store.set(key, {}, { milliseconds: 1 }).catch(() => "late"));

    await expect(store.delete(key)).rejects.toThrow("has not answered 1000 calls");
    timers.run(5_000);
    await Promise.all(calls);
    expect(await store.delete(key)).toBe(true);
  });
});
