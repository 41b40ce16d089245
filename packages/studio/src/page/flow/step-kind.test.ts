import type { FlowStep } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { cacheOf, isReturn, kindOf, lanesOf } from "./step-kind.ts";
import { tellStory } from "./story.ts";

const usage = { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 90, cache_creation_input_tokens: 0 };
const call = { upstream: "u", model: "m", status: 200, milliseconds: 1, retries: [], usage };

function storyOf(flow: readonly Pick<FlowStep, "from" | "to" | "title">[], upstreamCalls = [call]) {
  return tellStory([makeTrace({ flow: flow.map((step, at) => ({ ...step, at })), upstreamCalls })]);
}

describe("the kind of a step", () => {
  it("is search, call, cache or error, and plain for the rest", () => {
    const story = storyOf([
      { from: "client", to: "gateway", title: "Request with 3 tools" },
      { from: "gateway", to: "model", title: "Forward with 3 tools" },
      { from: "model", to: "gateway", title: "Search call" },
      { from: "gateway", to: "catalogue", title: "Look up (bm25)" },
      { from: "model", to: "gateway", title: "Call of search_notes" },
      { from: "gateway", to: "mcp-server", title: "Call search_notes" },
      { from: "model", to: "gateway", title: "Call of ToolSearch" },
      { from: "gateway", to: "client", title: "Error 529: overloaded_error" },
      { from: "gateway", to: "program", title: "Run program" },
      { from: "program", to: "gateway", title: "Program fails: cpu" },
    ]);

    expect(story.map(kindOf)).toEqual([
      "plain",
      "cache",
      "search",
      "search",
      "call",
      "call",
      "search",
      "error",
      "call",
      "error",
    ]);
  });

  it("is a return if it answers an earlier step", () => {
    const story = storyOf([
      { from: "client", to: "gateway", title: "Request" },
      { from: "gateway", to: "model", title: "Forward" },
      { from: "model", to: "gateway", title: "Answer" },
      { from: "gateway", to: "client", title: "Answer" },
      { from: "client", to: "client", title: "Client answers the call" },
    ]);

    expect(story.map(isReturn)).toEqual([false, false, true, true, false]);
  });
});

describe("the cache of a step", () => {
  const forward = { from: "gateway", to: "model", title: "Forward" } as const;

  it("is that of the model call which it starts, with where the prefix broke", () => {
    const prefix = {
      breaks: [{ level: "system" as const, cause: "system" as const, detail: "" }],
      isGrammarRebuilt: false,
    };
    const story = storyOf([forward, forward], [call, { ...call, prefix } as typeof call]);

    expect(story.map(cacheOf)).toEqual([
      { read: 90, written: 0, total: 100, brokeAt: undefined },
      { read: 90, written: 0, total: 100, brokeAt: "system" },
    ]);
  });

  it("is not guessed if calls and steps do not match", () => {
    expect(storyOf([forward, forward]).map(cacheOf)).toEqual([undefined, undefined]);
  });
});

it("gives an MCP server and a program a lane only if one takes part", () => {
  expect(lanesOf(storyOf([]))).toEqual(["client", "gateway", "model", "catalogue"]);
  expect(lanesOf(storyOf([{ from: "gateway", to: "mcp-server", title: "Call" }])).slice(4)).toEqual(["mcp-server"]);
  expect(lanesOf(storyOf([{ from: "gateway", to: "program", title: "Run program" }])).slice(4)).toEqual(["program"]);
});
