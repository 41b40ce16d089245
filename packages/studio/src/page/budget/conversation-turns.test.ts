import type { Savings, TraceRecord } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { conversationsOf, tellingConversation, totalsOf, turnsOf } from "./conversation-turns.ts";

const budget = {
  source: "estimated" as const,
  system: 10,
  messages: 20,
  eagerTools: 30,
  foundTools: 40,
  withheldTools: 900,
};
const { savings: nothing } = makeTrace();

/** So many tokens sent and saved, with costs if they are known. */
function savings(sent: number, saved: number, cost?: number): Savings {
  const costs = cost === undefined ? {} : { cost };
  return {
    ...nothing,
    sent: { ...nothing.sent, promptTokens: sent, tokens: { ...nothing.sent.tokens, cacheRead: sent / 2 }, ...costs },
    withoutDeferral: { ...nothing.withoutDeferral, promptTokens: sent + saved, source: "estimated" },
    saved: { promptTokens: saved, promptShare: 0, source: "estimated", ...costs },
  };
}

describe("turnsOf", () => {
  it("puts turns in order and leaves out requests that only count", () => {
    const turns = turnsOf([
      makeTrace({ id: "2", startedAt: "2026-11-15T10:00:02Z" }),
      makeTrace({ id: "count", kind: "count_tokens" }),
      makeTrace({ id: "1", startedAt: "2026-11-15T10:00:01Z" }),
    ]);

    expect(turns.map(({ number, trace }) => [number, trace.id])).toEqual([
      [1, "1"],
      [2, "2"],
    ]);
  });

  it("takes the record listed first for the newer one if two started at the same time", () => {
    expect(turnsOf([makeTrace({ id: "2" }), makeTrace({ id: "1" })]).map(({ trace }) => trace.id)).toEqual(["1", "2"]);
  });

  it("leaves out what was refused before it cost anything", () => {
    const refused = makeTrace({ id: "refused", status: 400, conversation: "refused" });

    expect(turnsOf([refused, makeTrace({ id: "failed", status: 529, budget })])).toMatchObject([
      { trace: { id: "failed" } },
    ]);
    expect(conversationsOf([refused])).toEqual([]);
  });

  it("has the breaks of every model call", () => {
    const found = { level: "tools" as const, cause: "tool_definition" as const, detail: "added: x" };
    const call = { upstream: "u", model: "m", status: 200, milliseconds: 1, retries: [] };
    const upstreamCalls = [call, { ...call, prefix: { breaks: [found], isGrammarRebuilt: false } }];

    expect(turnsOf([makeTrace({ upstreamCalls })])[0]!.breaks).toEqual([found]);
  });
});

describe("totalsOf", () => {
  it("adds up, and marks estimates", () => {
    expect(totalsOf([savings(100, 900, 1), savings(50, 450)])).toEqual({
      sent: 150,
      withoutDeferral: 1_500,
      saved: 1_350,
      cost: 1,
      savedCost: 1,
      cacheRead: 75,
      cacheWritten: 0,
      estimatedCalls: 0,
      isSentEstimated: false,
      isSavedEstimated: true,
    });
  });

  it("makes up no cost", () => {
    expect(totalsOf([savings(100, 900)])).toMatchObject({ cost: undefined, savedCost: undefined });
  });
});

describe("tellingConversation", () => {
  const alone = makeTrace({ id: "1", conversation: "alone", savings: savings(1, 9) });
  const nothingSaved = makeTrace({ id: "2", conversation: "nothing saved" });
  const turns = ["3", "4"].map((id) => makeTrace({ id, conversation: "several turns", savings: savings(1, 9) }));

  it("is the latest with several turns that saved something", () => {
    const opened = (traces: readonly TraceRecord[]) => tellingConversation(conversationsOf(traces))?.traces[0]?.id;

    expect(opened([nothingSaved, alone, ...turns])).toBe("3");
    expect(opened([nothingSaved, alone])).toBe("1");
    expect(opened([nothingSaved])).toBe("2");
    expect(opened([])).toBeUndefined();
  });
});

it("groups requests by conversation, the one used last first", () => {
  const traces = [
    makeTrace({ id: "3", conversation: "b" }),
    makeTrace({ id: "2", conversation: "a" }),
    makeTrace({ id: "1", conversation: "b" }),
    makeTrace({ id: "0", conversation: "" }),
  ];

  expect(conversationsOf(traces).map(({ id, traces: members }) => [id, members.length])).toEqual([
    ["b claude-sonnet-5-5", 2],
    ["a claude-sonnet-5-5", 1],
    ["0", 1],
  ]);
});
