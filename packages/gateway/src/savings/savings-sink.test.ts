import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../contracts/trace.ts";
import { sampleRecords } from "../suites/sample-records.ts";
import { addSavings, noSavings } from "./add-savings.ts";
import { SavingsSink } from "./savings-sink.ts";

const base = sampleRecords[0] as TraceRecord;
const noon = new Date(2026, 10, 17, 12, 0).getTime();
const hours = (count: number): number => count * 3_600_000;

/** A request of which 1,000 prompt tokens were sent, and 10,000 would have been. */
const savings = addSavings(noSavings, {
  ...noSavings,
  modelCalls: 2,
  extraCalls: 1,
  sent: { tokens: { input: 400, cacheRead: 600, cacheWritten: 0, output: 5 }, promptTokens: 1_000, source: "counted" },
  withoutDeferral: {
    tokens: { input: 400, cacheRead: 9_600, cacheWritten: 0, output: 5 },
    promptTokens: 10_000,
    source: "estimated",
  },
});

function makeRecord(time: number, fields: Partial<TraceRecord> = {}): TraceRecord {
  const startedAt = new Date(time).toISOString();
  return { ...base, kind: "messages", status: 200, startedAt, conversation: "c", model: "m", savings, ...fields };
}

describe("SavingsSink", () => {
  it("adds up by conversation, hour and day", () => {
    let now = noon;
    const sink = new SavingsSink(() => now);
    sink.record(makeRecord(noon));
    sink.record(makeRecord(noon + hours(1)));
    sink.record(makeRecord(noon + hours(1), { conversation: "d" }));
    now = noon + hours(1);
    const { total, today, hours: trend, days, conversations } = sink.report(50);

    expect(total).toMatchObject({ requests: 3, conversations: 2, cache: { readShare: 0.6 } });
    expect(total.savings.saved).toMatchObject({ promptTokens: 27_000, promptShare: 0.9, source: "estimated" });
    expect(today).toMatchObject({ date: "2026-11-17", requests: 3, conversations: 2 });
    expect(trend).toHaveLength(24);
    expect(trend.slice(-2).map(({ requests, conversations: count }) => [requests, count])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(days.map(({ date, requests }) => [date, requests])).toEqual([["2026-11-17", 3]]);
    expect(conversations.map(({ conversation, requests }) => [conversation, requests])).toEqual([
      ["d", 1],
      ["c", 2],
    ]);
    expect(sink.conversation("c")).toMatchObject([{ savings: { modelCalls: 4, extraCalls: 2 } }]);
  });

  it("starts a new day at midnight, and keeps the earlier one", () => {
    let now = noon;
    const sink = new SavingsSink(() => now);
    sink.record(makeRecord(noon));
    now = noon + hours(24);
    const { today, days, hours: trend, total } = sink.report(1);

    expect(today).toMatchObject({ date: "2026-11-18", requests: 0 });
    expect(days.map(({ requests }) => requests)).toEqual([1, 0]);
    expect(trend.every(({ requests }) => requests === 0)).toBe(true);
    expect(total.requests).toBe(1);
  });

  it("separates the models of a conversation", () => {
    const sink = new SavingsSink(() => noon);
    sink.record(makeRecord(noon));
    sink.record(makeRecord(noon, { model: "other" }));

    expect(sink.conversation("c").map(({ model }) => model)).toEqual(["m", "other"]);
  });

  it("leaves out requests without a model call, and counts of tokens", () => {
    const sink = new SavingsSink(() => noon);
    sink.record(makeRecord(noon, { savings: noSavings }));
    sink.record(makeRecord(noon, { kind: "count_tokens" }));

    expect(sink.report(50).total.requests).toBe(0);
  });

  it("names the slowest upstream first", () => {
    const sink = new SavingsSink(() => noon);
    const call = { upstream: "fast", model: "m", status: 200, milliseconds: 10, retries: [] };
    const slow = [100, 300, 200].map((milliseconds) => ({ ...call, upstream: "slow", milliseconds }));
    sink.record(makeRecord(noon, { upstreamCalls: [call, ...slow, { ...call, status: 529, milliseconds: 9_999 }] }));

    expect(sink.report(0).upstreams).toEqual([
      { name: "slow", calls: 3, medianMilliseconds: 200, p95Milliseconds: 300 },
      { name: "fast", calls: 1, medianMilliseconds: 10, p95Milliseconds: 10 },
    ]);
  });

  it("forgets the conversations that were not used for longest", () => {
    const sink = new SavingsSink(() => noon);
    for (let number = 0; number < 5_001; number++) sink.record(makeRecord(noon, { conversation: `c${number}` }));

    expect(sink.conversation("c0")).toEqual([]);
    expect(sink.conversation("c1")).toHaveLength(1);
    expect(sink.report(50).total.conversations).toBe(5_001);
  });
});
