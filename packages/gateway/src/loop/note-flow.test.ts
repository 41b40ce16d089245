import type { Tool } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import { ask } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";

const schema = { type: "object", properties: {} };
const tools: readonly Tool[] = [
  { name: "Bash", description: "Runs.", input_schema: schema },
  { name: "ToolSearch", description: "Finds tools.", input_schema: schema },
  { name: "get_weather", description: "Weather.", input_schema: schema, defer_loading: true },
];
const body = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hi" }], tools } as const;

describe("the flow in the trace", () => {
  it("goes from the client's request through the model's answers to what the client gets", async () => {
    const upstream = scriptedModel(() => ({ calls: [{ name: "ToolSearch", input: { query: "weather" } }] }));
    const { trace } = await ask(createAnswerRequest(), { body, upstream });

    expect(trace.flow.map(({ from, to, title }) => [from, to, title])).toEqual([
      ["client", "gateway", "Request with 3 tools"],
      ["gateway", "model", "Forward with 3 tools"],
      ["model", "gateway", "Call of ToolSearch"],
      ["gateway", "client", "Call of ToolSearch"],
    ]);
  });

  it.each([true, false])(
    "is recorded if nothing is deferred and bytes cannot be forwarded (streaming %s)",
    async (stream) => {
      const upstream = scriptedModel(() => ({ calls: [{ name: "Bash", input: {} }] }), { dialect: "openai-chat" });
      const { trace } = await ask(createAnswerRequest(), {
        body: { ...body, tools: tools.slice(0, 1), stream },
        upstream,
      });

      expect(trace.clientCalls).toEqual(["Bash"]);
      expect(trace.flow.map(({ from, to, title }) => [from, to, title])).toEqual([
        ["client", "gateway", "Request with 1 tool"],
        ["gateway", "model", "Forward with 1 tool"],
        ["model", "gateway", "Call of Bash"],
        ["gateway", "client", "Call of Bash"],
      ]);
    },
  );

  it("lists the calls that the client was asked to make", async () => {
    const upstream = scriptedModel(() => ({ calls: [{ name: "Bash", input: {} }] }));
    const { trace } = await ask(createAnswerRequest(), { body, upstream });

    expect(trace.clientCalls).toEqual(["Bash"]);
  });
});
