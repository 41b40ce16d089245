import { describe, expect, it, vi } from "vitest";
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

describe("the request of a round", () => {
  it("is serialized once, including the first one", async () => {
    const upstream = scriptedModel((_body, number) =>
      number === 1 ? { calls: [{ name: "tool_search_tool_bm25", input: { query: "weather" } }] } : { text: "ok" },
    );
    const tools = [tool("Bash"), bm25Entry, deferred("get_weather")];
    const body = { model: "m", max_tokens: 1000, messages: [user("Go.")], tools };
    await ask(createAnswerRequest({ embedder: null }), { body, upstream, route: { loader: "bridge" } });

    expect(upstream.bodies).toHaveLength(2);
    expect(write).toHaveBeenCalledTimes(2);
  });
});
