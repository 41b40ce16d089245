import { startTimer } from "@toolcrib/shared/timers";
import { type Counters, MemoryCounters } from "@toolcrib/store";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { QuotaConfig } from "../contracts/quota.ts";
import { createManualTimers } from "../testing/settings/manual-timers.ts";
import { QuotaCounts } from "./quota-counts.ts";
import { Quotas } from "./quotas.ts";

const start = Date.parse("2026-02-10T23:59:30Z");

/** Processes that share counters, as replicas do; each read and write takes a moment. */
function open(
  quotas: readonly QuotaConfig[],
  {
    processes = 1,
    takes,
    isRealTime = false,
  }: { processes?: number; takes?: number | undefined; isRealTime?: boolean } = {},
) {
  const time = { now: start };
  const now = (): number => (isRealTime ? Date.now() : time.now);
  const counters = new MemoryCounters(now);
  const state = { isDown: false, reads: 0, writes: 0 };
  const wait = async () => {
    if (takes !== undefined) await new Promise((resolve) => setTimeout(resolve, takes));
  };
  const slow: Counters = {
    read: async (keys) => {
      state.reads++;
      if (state.isDown) throw new Error("down");
      await wait();
      return counters.read(keys);
    },
    add: async (changes) => {
      state.writes++;
      if (state.isDown) throw new Error("down");
      await wait();
      return counters.add(changes);
    },
    list: (namespace, limit) => counters.list(namespace, limit),
  };
  const timers = createManualTimers();
  const made = Array.from({ length: processes }, () => {
    const counts = new QuotaCounts({
      counters: slow,
      now,
      startTimer: isRealTime ? startTimer : timers.start,
      reportProblem: () => {},
    });
    return { counts, quotas: new Quotas(quotas, counts, now) };
  });
  return { made, time, state, timers, counters };
}

const admitted = async (quotas: Quotas, subject = {}): Promise<boolean> =>
  quotas.admitRequest({ name: "k", ...subject }).then(
    () => true,
    () => false,
  );

/** Longer than it takes to write a count, as requests to a model are. */
const requestMilliseconds = 4;

describe("quotas", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("let exactly as many requests in as they say, one after the other and at once", async () => {
    for (const takes of [undefined, 0, 2]) {
      const { made } = open([{ name: "q", window: "hour", requests: 10 }], { takes });
      const [{ quotas }] = made as [(typeof made)[number]];
      let count = 0;
      for (let turn = 0; turn < 5; turn++) if (await admitted(quotas)) count++;
      const others = await Promise.all(Array.from({ length: 20 }, () => admitted(quotas)));

      expect(count + others.filter(Boolean).length).toBe(10);
    }
  });

  it.each([
    { requests: 100, turns: 30 },
    { requests: 2_000, turns: 300 },
  ])(
    "are exceeded by several processes by no more than what is let in at the same moment: $requests requests",
    async ({ requests, turns }) => {
      // With a real clock, a busy machine could end a request before its count is written.
      vi.useFakeTimers({ now: start });
      const { made } = open([{ name: "q", window: "month", requests }], { processes: 3, takes: 1, isRealTime: true });
      let inFlight = 0;
      let most = 0;
      let count = 0;
      const client = async (position: number): Promise<void> => {
        for (let turn = 0; turn < turns; turn++) {
          most = Math.max(most, ++inFlight);
          const replica = made[(position + turn) % 3] as (typeof made)[number];
          if (await admitted(replica.quotas)) count++;
          await new Promise((resolve) => setTimeout(resolve, requestMilliseconds));
          inFlight--;
        }
      };
      const clients = Promise.all(Array.from({ length: 9 }, (_, position) => client(position)));
      await vi.runAllTimersAsync();
      await clients;

      expect(count).toBeGreaterThanOrEqual(requests);
      expect(count).toBeLessThanOrEqual(requests + most);
    },
  );

  it("share a reading and a write among requests that follow closely, as long as a small part of the rest covers them", async () => {
    const { made, state, timers, time, counters } = open([{ name: "q", window: "day", requests: 4_000 }]);
    const [{ quotas }] = made as [(typeof made)[number]];
    const send = async (count: number): Promise<void> => {
      for (let turn = 0; turn < count; turn++) await quotas.admitRequest({ name: "k" });
    };
    await send(9);
    expect(state).toMatchObject({ reads: 1, writes: 0 });
    timers.run(250);
    await new Promise((resolve) => setImmediate(resolve));
    expect(state).toMatchObject({ reads: 1, writes: 1 });
    expect((await counters.list("quotas", 10))[0]?.value).toBe(9);
    await send(9);
    expect(state).toMatchObject({ reads: 1, writes: 1 });
    await send(1);
    expect(state).toMatchObject({ reads: 2, writes: 2 });
    time.now += 400;
    await send(1);
    expect(state.reads).toBe(3);
    time.now -= 10_000;
    await send(1);
    expect(state.reads).toBe(4);
  });

  it("read for every request that may use more than a small part of the rest", async () => {
    const { made, state } = open([{ name: "q", window: "day", tokens: 40_000 }]);
    const [{ quotas }] = made as [(typeof made)[number]];
    const send = async (tokens: number): Promise<void> => {
      await quotas.admitRequest({ name: "k" });
      quotas.spend({ name: "k" }, { tokens, cost: 0 });
    };
    for (const tokens of [10, 20, 10]) await send(tokens);
    expect(state.reads).toBe(1);
    await send(200);
    for (let turn = 0; turn < 3; turn++) await send(1);
    expect(state.reads).toBe(4);
  });

  it("read and write for every request near a limit", async () => {
    const { made, state } = open([{ name: "q", window: "day", requests: 100 }]);
    const [{ quotas }] = made as [(typeof made)[number]];
    for (let turn = 0; turn < 100; turn++) await quotas.admitRequest({ name: "k" });
    expect(await admitted(quotas)).toBe(false);
    expect(state).toMatchObject({ reads: 101, writes: 100 });
  });

  it("see what another process has used within a moment", async () => {
    const { made, time, timers } = open([{ name: "q", window: "day", requests: 1_000 }], { processes: 2 });
    const [one, other] = made as [(typeof made)[number], (typeof made)[number]];
    await one.quotas.admitRequest({ name: "k" });
    for (let turn = 0; turn < 999; turn++) await other.quotas.admitRequest({ name: "k" });
    timers.run(250);
    await other.counts.close();
    await one.counts.close();
    time.now += 400;

    expect(await admitted(one.quotas)).toBe(false);
  });

  it("start again with the calendar, and say when", async () => {
    const { made, time } = open([{ name: "q", window: "day", requests: 1 }]);
    const [{ quotas }] = made as [(typeof made)[number]];
    await quotas.admitRequest({ name: "k" });

    await expect(quotas.admitRequest({ name: "k" })).rejects.toMatchObject({ status: 429, retryAfterSeconds: 30 });
    time.now += 30_000;
    await quotas.admitRequest({ name: "k" });
  });

  it("count what an answer used, and refuse the next request", async () => {
    const { made } = open([{ name: "q", window: "month", tokens: 100, cost: 1 }]);
    const [{ quotas }] = made as [(typeof made)[number]];
    for (const used of [60, 60]) {
      expect(await admitted(quotas)).toBe(true);
      quotas.spend({ name: "k" }, { tokens: used, cost: 0.1 });
    }

    expect(await admitted(quotas)).toBe(false);
    expect(await admitted(quotas, { name: "other" })).toBe(true);
  });

  it("count for each team of a caller", async () => {
    const { made } = open([{ name: "q", window: "hour", per: ["team"], team: "r*", requests: 1 }]);
    const [{ quotas }] = made as [(typeof made)[number]];

    expect(await admitted(quotas, { teams: ["red", "blue"] })).toBe(true);
    expect(await admitted(quotas, { teams: ["blue"] })).toBe(true);
    expect(await admitted(quotas, { teams: ["rose", "red"] })).toBe(false);
    expect(await admitted(quotas, { teams: ["rose"] })).toBe(true);
  });

  it("keep organisations with the same names apart, and match both forms of a name", async () => {
    const { made } = open([{ name: "q", window: "hour", key: "k", requests: 1 }]);
    const [{ quotas }] = made as [(typeof made)[number]];
    expect(await admitted(quotas, { organisation: "acme" })).toBe(true);
    expect(await admitted(quotas, { organisation: "acme" })).toBe(false);
    expect(await admitted(quotas, { organisation: "other" })).toBe(true);
    const { made: others } = open([{ name: "q", window: "hour", key: "acme/*", per: ["team"], requests: 0 }]);
    const [{ quotas: ofAcme }] = others as [(typeof others)[number]];

    expect(await admitted(ofAcme, { organisation: "acme", teams: ["red"] })).toBe(false);
    expect(await admitted(ofAcme, { organisation: "other", teams: ["red"] })).toBe(true);
  });

  it("go on with what this process knows while the store is down, and write it when it is back", async () => {
    const { made, state, timers, counters } = open([{ name: "q", window: "hour", requests: 4 }]);
    const [{ quotas, counts }] = made as [(typeof made)[number]];
    await admitted(quotas);
    await admitted(quotas);
    state.isDown = true;
    expect([await admitted(quotas), await admitted(quotas), await admitted(quotas)]).toEqual([true, true, false]);
    expect(counts.health()).toMatchObject({ state: "failing", reason: "down" });
    state.isDown = false;
    timers.run(500);
    await counts.close();

    expect(counts.health()).toMatchObject({ state: "ok" });
    expect(quotas.usage(await counters.list("quotas", 10))).toEqual([
      {
        name: "q",
        unit: "requests",
        of: { key: "k" },
        used: 4,
        limit: 4,
        window: "hour",
        resetsAt: "2026-02-11T00:00:00.000Z",
      },
    ]);
  });

  it("read the store once for a request, and not at all for one that no quota is for", async () => {
    const { made, state } = open([
      { name: "a", window: "hour", requests: 10, tokens: 10 },
      { name: "b", window: "day", per: [], cost: 10 },
      { name: "c", window: "day", key: "other", requests: 1 },
    ]);
    const [{ quotas }] = made as [(typeof made)[number]];
    await quotas.admitRequest({ name: "k" });
    expect(state.reads).toBe(1);
    expect(await quotas.admitCall({ name: "k", tools: ["t"] })).toBeUndefined();
    expect(state.reads).toBe(1);
  });
});
