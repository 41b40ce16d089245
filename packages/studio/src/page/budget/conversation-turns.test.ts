import { describe, expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { conversationsOf, totalsOf, turnsOf } from "./conversation-turns.ts";

const budget = {
  source: "estimated" as const,
  system: 10,
  messages: 20,
  eagerTools: 30,
  foundTools: 40,
  withheldTools: 900,
};
const usage = { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 70, cache_creation_input_tokens: 25 };

describe("turnsOf", () => {
  it("compares what was sent with the cost of loading everything", () => {
    expect(turnsOf([makeTrace({ budget, usage })])).toMatchObject([
      { sent: 100, everything: 1000, cacheRead: 70, cacheWritten: 25 },
    ]);
  });

  it("uses the upstream's count as the total if nothing was deferred", () => {
    const { tools } = makeTrace();

    expect(turnsOf([makeTrace({ usage, tools: { ...tools, deferred: 0 } })])).toMatchObject([
      { sent: 100, everything: 100 },
    ]);
  });

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

  it("leaves out what was refused before it cost anything", () => {
    const refused = makeTrace({ id: "refused", status: 400, conversation: "refused" });

    expect(turnsOf([refused, makeTrace({ id: "failed", status: 529, budget })])).toMatchObject([{ sent: 100 }]);
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
    const turns = turnsOf([makeTrace({ budget, usage }), makeTrace({ id: "2", budget, usage })]);

    expect(totalsOf(turns)).toEqual({
      sent: 200,
      everything: 2000,
      cacheRead: 140,
      cacheWritten: 50,
      breaks: 0,
      isEstimated: true,
    });
  });

  it("claims no saving if one turn has no figure", () => {
    const withoutFigure = makeTrace({ id: "2", usage });
    expect(totalsOf(turnsOf([makeTrace({ budget }), withoutFigure])).everything).toBeUndefined();
    expect(totalsOf([]).everything).toBeUndefined();
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

it("shows how a conversation begins while content is captured", () => {
  const startedWith = (content: unknown) => {
    const flow = [
      { at: 0, from: "client", to: "gateway", title: "Request", payload: { messages: [{ role: "user", content }] } },
    ] as const;
    return conversationsOf([makeTrace({ flow })])[0]?.beginning;
  };

  expect(startedWith("Hello.")).toBe("Hello.");
  expect(startedWith([{ type: "text", text: "<note>" }, { type: "image" }, { type: "text", text: "Hi." }])).toBe("Hi.");
  expect(startedWith([])).toBeUndefined();
  expect(conversationsOf([makeTrace()])[0]?.beginning).toBeUndefined();
});
