import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutatedJson } from "../../../../scripts/test/mutated-json.ts";
import { useFuzzedGateway } from "../testing/gateways/fuzzed-gateway.ts";
import { body, samples, talk, tools, toolset, withToolset } from "../testing/sample-requests.ts";

const { numRuns = 100 } = fc.readConfigureGlobal();
const { post, expectAnswered } = useFuzzedGateway();
const models = ["native", "bridge", "append", "eager", "chat", "responses", "injected"];
const bodies = mutatedJson(...samples);

const pass = (part: object): object => ({
  ...body,
  messages: [...talk.slice(0, 3), { role: "user", content: [part] }],
});
const said = (part: object): object => ({
  ...body,
  messages: [talk[0], { role: "assistant", content: [part] }, talk[0]],
});
const answered = (content: unknown): object => pass({ type: "tool_result", tool_use_id: "toolu_1", content });
const found = (content: unknown): object =>
  said({ type: "tool_search_tool_result", tool_use_id: "srvtoolu_1", content });
const toolsets = (fields: object): object => ({ ...withToolset, tools: [tools[0], { ...toolset, ...fields }] });

describe("invalid requests get an API error", () => {
  it.each([
    ["messages.3.content.0.content: Input should be a string or an array of blocks, got null", answered(null)],
    ["messages.3.content.0.content: Input should be a string or an array of blocks, got an object", answered({})],
    ["messages.3.content.0.content.0: Input should be an object, got null", answered([null])],
    ["messages.3.content.0.content: Input should be a string or an array of blocks, got 5", answered(5)],
    ["messages.3.content.0.content: Input should be a string or an array of blocks, got false", answered(false)],
    ["messages.1.content.0.content.tool_references: Input should be an array, got 5", found({ tool_references: 5 })],
    [
      "messages.1.content.0.content.tool_references[0].tool_name: Input should be a string, got undefined",
      found({ tool_references: [{ type: "tool_reference" }] }),
    ],
    ["messages.1.content.0.id: Input should be a string, got undefined", said({ type: "mcp_tool_use" })],
    ["messages.1.content.0.tool_use_id: Input should be a string, got undefined", said({ type: "mcp_tool_result" })],
    ["tools.1: expected tools to be an array of tools with names, got 5", toolsets({ tools: 5 })],
    ["tools.1: expected configs to be an object of objects, got an array of length 0", toolsets({ configs: [] })],
  ])("%s", async (message, sent) => {
    const text = await expectAnswered(await post(JSON.stringify(sent)), [400]);

    expect(JSON.parse(text).error.message).toBe(message.replace(/\[(\d+)\]/g, ".$1"));
  });
});

describe("any JSON results in an API answer, never in an internal error", () => {
  it.each(models)("as valid requests, on the route %s", async (model) => {
    for (const sample of samples) await expectAnswered(await post(JSON.stringify({ ...sample, model })), [200]);
  });

  it.each(models)("as a body, on the route %s", async (model) => {
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(bodies, fc.boolean(), async ({ json }, isCount) => {
        const sent = json.replace('"model":"bridge"', `"model":"${model}"`);
        const response = await post(sent, isCount ? "/v1/messages/count_tokens" : undefined);
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
        const text = await expectAnswered(response, [200, 400, 404, 413]);
        if (response.status === 400) expect(JSON.parse(text).error.type).toBe("invalid_request_error");
      }),
      { numRuns },
    );
    expect(Math.min(counts.get(200) ?? 0, counts.get(400) ?? 0)).toBeGreaterThan(numRuns / 20);
  });
});
