import { type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import { describe, expect, it } from "vitest";
import type { Store } from "../contract/store.ts";
import { StoreError } from "../errors/store-error.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import { storeSuite } from "../suites/store-suite.ts";
import { GuardedStore } from "./guarded-store.ts";
import { JoinedStore } from "./joined-store.ts";

const key = { namespace: "n", owner: "o", id: "i" };
const hour = { milliseconds: 3_600_000 };

/** A guarded store whose clock and failures the test controls. */
function open(startTimer: StartTimer = startBackgroundTimer) {
  const memory = new MemoryStore(() => 0);
  const state = { now: 0, calls: 0, get: (store: Store) => store.get([key]), writes: () => Promise.resolve() };
  const store: Store = {
    specificationVersion: "v1",
    get: () => {
      state.calls++;
      return state.get(memory);
    },
    set: (...given) => state.writes().then(() => memory.set(...given)),
    update: (...given) => memory.update(...given),
    delete: (given) => memory.delete(given),
    close: () => memory.close(),
  };
  const problems: string[] = [];
  const reportProblem = (problem: string): void => void problems.push(problem);
  const guarded = new GuardedStore(store, { clock: () => state.now, startTimer, reportProblem });
  return { state, problems, guarded };
}

describe("a guarded store", () => {
  it.each(
    storeSuite((now) => new GuardedStore(new MemoryStore(now), { clock: () => 0, startTimer: startBackgroundTimer })),
  )("$title", ({ run }) => run());

  it("fails at once for a while if it is down, then tries again and recovers, and reports each once", async () => {
    const { state, problems, guarded } = open();
    const down = new StoreError("store_unreachable", { reason: "connection refused" });
    state.get = () => Promise.reject(down);

    await expect(guarded.get([key])).rejects.toThrow("connection refused");
    await expect(guarded.get([key])).rejects.toThrow("connection refused");

    expect(state.calls).toBe(1);
    expect(guarded.health).toEqual({ isAvailable: false, failures: 2, reason: down.message });
    state.now = 500;
    state.get = (store) => store.get([key]);
    expect(await guarded.get([key])).toEqual([undefined]);
    expect(guarded.health).toEqual({ isAvailable: true, failures: 2, reason: undefined });
    expect(problems).toEqual(["The store cannot be read", "The store can be used again"]);
  });

  it("tries again at once after an error that is not of the connection", async () => {
    const { state, guarded } = open();
    state.get = () => Promise.reject(new Error("syntax error"));
    await expect(guarded.get([key])).rejects.toThrow("syntax error");
    state.get = (store) => store.get([key]);

    expect(await guarded.get([key])).toEqual([undefined]);
  });

  it("does not wait for a store that never answers", async () => {
    let end = (): void => {};
    const { state, guarded } = open((_milliseconds, onEnd) => {
      end = onEnd;
      return { restart: () => {}, stop: () => {} };
    });
    state.get = () => new Promise(() => {});

    const reading = guarded.get([key]);
    end();

    await expect(reading).rejects.toMatchObject({ code: "store_unreachable" });
  });

  it("stays unavailable while writes fail, whatever is read meanwhile", async () => {
    const { state, guarded } = open();
    const full = new StoreError("store_disk_full", { folder: "/data", needed: 48, free: 3 });
    state.writes = () => Promise.reject(full);
    const throwing = (): never => {
      throw new Error("not this one");
    };

    await expect(guarded.set(key, {}, hour)).rejects.toThrow(full);
    await guarded.get([key]);
    await expect(guarded.update(key, throwing, hour)).rejects.toThrow("not this one");

    expect(guarded.health).toEqual({ isAvailable: false, failures: 1, reason: full.message });
    state.writes = () => Promise.resolve();
    await guarded.set(key, {}, hour);
    expect(guarded.health).toEqual({ isAvailable: true, failures: 1, reason: undefined });
  });

  it("creates values if the store can, and counts failures of that as failed writes", async () => {
    const plain = new MemoryStore(() => 0);
    const services = { clock: () => 0, startTimer: startBackgroundTimer };
    const create = () => Promise.reject(new Error("read-only"));
    const guarded = new GuardedStore(new JoinedStore(Object.assign(plain, { create })), services);

    await expect(guarded.create?.(key, {}, hour)).rejects.toThrow("read-only");
    expect(guarded.health).toMatchObject({ isAvailable: false, failures: 1 });
    expect(new GuardedStore(new JoinedStore(new MemoryStore(() => 0)), services).create).toBeUndefined();
  });

  it("does not count what a change throws as a failure of the store", async () => {
    const { guarded } = open();
    const change = (): never => {
      throw new Error("not this one");
    };

    await expect(guarded.update(key, change, hour)).rejects.toThrow("not this one");

    expect(guarded.health.isAvailable).toBe(true);
  });
});
