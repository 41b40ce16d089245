import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutatedJson } from "../../../../scripts/test/mutated-json.ts";
import { useFuzzedGateway } from "../testing/gateways/fuzzed-gateway.ts";

const { numRuns = 100 } = fc.readConfigureGlobal();
const { post, expectAnswered } = useFuzzedGateway();
const models = ["native", "bridge", "append", "eager", "chat", "injected"];

const call = (id: string, name: string) => ({ id, type: "function", function: { name, arguments: '{"city":"Bern"}' } });
const tool = (name: string, more: object = {}) => ({
  type: "function",
  function: {
    name,
    description: `Does ${name}.`,
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
  ...more,
});
const talk = {
  model: "bridge",
  messages: [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "Look." },
        { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      ],
    },
    { role: "assistant", content: null, tool_calls: [call("c1", "weather"), call("c2", "maps")] },
    { role: "tool", tool_call_id: "c1", content: "sunny" },
    { role: "tool", tool_call_id: "c2", content: [{ type: "text", text: "here" }] },
    { role: "user", content: "And?" },
  ],
  tools: [tool("weather"), tool("maps", { defer_loading: true }), { type: "custom", custom: { name: "note" } }],
  tool_choice: "auto",
};
const formed = {
  model: "bridge",
  stream: true,
  stream_options: { include_usage: true },
  messages: [
    { role: "developer", content: "Be brief." },
    { role: "user", content: "Hi" },
  ],
  tools: [tool("weather"), tool("maps")],
  tool_choice: {
    type: "allowed_tools",
    allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "maps" } }] },
  },
  response_format: { type: "json_schema", json_schema: { name: "r", schema: { type: "object" } } },
  reasoning_effort: "low",
  max_completion_tokens: 50,
  stop: ["END"],
  user: "u",
};
const samples = [talk, formed];
const bodies = mutatedJson(...samples);
const path = "/v1/chat/completions";

describe("any JSON as a chat request gets an answer of OpenAI's kind, never an internal error", () => {
  it.each(models)("where nothing is wrong, on the route %s", async (model) => {
    for (const sample of samples) {
      await expectAnswered(await post(JSON.stringify({ ...sample, model }), path), [200], "chat");
    }
  });

  it.each(models)("on the route %s", async (model) => {
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(bodies, async ({ json }) => {
        const response = await post(json.replace('"model":"bridge"', `"model":"${model}"`), path);
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
        const text = await expectAnswered(response, [200, 400, 404, 413], "chat");
        if (response.status === 400) expect(JSON.parse(text).error.type).toBe("invalid_request_error");
      }),
      { numRuns },
    );
    // An upstream of the same dialect judges a request itself.
    const seen = model === "chat" ? [200] : [200, 400];
    expect(Math.min(...seen.map((status) => counts.get(status) ?? 0))).toBeGreaterThan(numRuns / 50);
  });
});
