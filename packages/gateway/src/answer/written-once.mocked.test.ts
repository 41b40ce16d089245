import { beforeEach, describe, expect, it, vi } from "vitest";
import { ask } from "../testing/answering/ask.ts";
import { bm25Entry, deferred, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const write = vi.hoisted(() => vi.fn());
vi.mock("@toolcrib/core", async (load) => {
  const core = await load<typeof import("@toolcrib/core")>();
  return {
    ...core,
    prepareRequest: (...given: Parameters<typeof core.prepareRequest>) => {
      write();
      return core.prepareRequest(...given);
    },
  };
});
beforeEach(() => write.mockClear());

const question = { model: "claude-sonnet-5-5", max_tokens: 1000, messages: [user("Go.")] };

describe("the request of a round", () => {
  it("is written once, including the first one", async () => {
    const upstream = scriptedModel((_body, number) =>
      number === 1 ? { calls: [{ name: "tool_search_tool_bm25", input: { query: "weather" } }] } : { text: "ok" },
    );
    const tools = [tool("Bash"), bm25Entry, deferred("get_weather")];
    const body = { ...question, tools };
    await ask(createAnswerRequest({ embedder: null }), { body, upstream, route: { loader: "bridge" } });

    expect(upstream.bodies).toHaveLength(2);
    expect(write).toHaveBeenCalledTimes(2);
  });

  const inject = ["always", "auto"] as const;
  it.each(["bridge", "native", "append"].flatMap((loader) => inject.map((mode) => ({ loader, mode }))))(
    "is written once with injected search ($loader, $mode)",
    async ({ loader, mode }) => {
      const upstream = scriptedModel(
        (_body, number) =>
          number % 2 === 1 ? { calls: [{ name: "ToolSearch", input: { query: "weather" } }] } : { text: "ok" },
        { doCountTokens: async () => 900_000 },
      );
      const answerRequest = createAnswerRequest({ embedder: null });
      const body = { ...question, tools: [tool("Bash"), tool("mcp__maps__get_weather")] };
      // The second request uses the cost that the first one counted.
      for (const rounds of [2, 4]) {
        const { trace } = await ask(answerRequest, { body, upstream, route: { loader, inject: mode } });

        expect(trace.execution).toBe("injected");
        expect(upstream.bodies).toHaveLength(rounds);
        expect(write).toHaveBeenCalledTimes(rounds);
      }
    },
  );

  it("is written once if injected search is below its threshold", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), { doCountTokens: async () => 600 });
    const body = { ...question, tools: [tool("Bash"), tool("mcp__maps__get_weather")] };
    await ask(createAnswerRequest({ embedder: null }), { body, upstream, route: { inject: "auto" } });

    expect(upstream.bodies).toHaveLength(1);
    expect(write).toHaveBeenCalledTimes(1);
  });
});
