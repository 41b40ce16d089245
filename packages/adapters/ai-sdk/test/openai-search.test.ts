import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount, jsonSchema, tool, wrapLanguageModel } from "ai";
import { expect, it } from "vitest";
import { createStrictProvider, type Move } from "../../suite/strict-provider.ts";
import { createToolcrib } from "../src/index.ts";

const slack_post = tool({
  description: "Send a message to a channel.",
  inputSchema: jsonSchema<{ text: string }>({ type: "object", properties: { text: { type: "string" } } }),
  execute: () => "sent",
});
const find = (query: string): Move => ({ calls: [{ name: "find_tools", input: { query } }] });

async function run(moves: readonly Move[], options: object = {}) {
  const provider = createStrictProvider("responses", moves);
  const { tools, middleware } = createToolcrib({ slack_post });
  const model = wrapLanguageModel({
    model: createOpenAI({ apiKey: "none", fetch: provider.fetch })("gpt-5.4"),
    middleware,
  });
  const result = await generateText({
    model,
    tools,
    prompt: "Go.",
    stopWhen: isStepCount(5),
    maxRetries: 0,
    ...options,
  });
  expect(provider.rejected).toEqual([]);
  const bodies = provider.requests.map(({ text }) => JSON.parse(text) as { tools: object[]; input: object[] });
  return { bodies, result };
}

it("searches with OpenAI's own tool on gpt-5.4, and shows the agent an ordinary call", async () => {
  const { bodies, result } = await run([
    find("send a message"),
    { calls: [{ name: "slack_post", input: { text: "Hi." } }] },
    { text: "Done." },
  ]);

  expect(bodies[0]?.tools).toEqual([expect.objectContaining({ type: "tool_search", execution: "client" })]);
  expect(bodies[2]?.tools).toEqual(bodies[0]?.tools);
  expect(bodies[1]?.input).toContainEqual({
    type: "tool_search_output",
    execution: "client",
    call_id: "call_1_0",
    status: "completed",
    tools: [expect.objectContaining({ type: "function", name: "slack_post", defer_loading: true })],
  });
  expect(result.steps[0]?.toolCalls[0]).toMatchObject({ toolName: "find_tools", input: { query: "send a message" } });
});

it("says what the output of a search cannot hold behind it", async () => {
  const { bodies } = await run([find("select:no_such_tool"), { text: "Sorry." }]);

  expect(bodies[1]?.input.at(-2)).toMatchObject({ type: "tool_search_output", tools: [] });
  expect(JSON.stringify(bodies[1]?.input.at(-1))).toContain("no_such_tool");
});

it("asks for some tool where a request forces the search, which the API cannot", async () => {
  const { bodies } = await run([find("send a message")], {
    toolChoice: { type: "tool", toolName: "find_tools" },
    stopWhen: isStepCount(1),
  });

  expect(bodies[0]).toMatchObject({ tool_choice: "required" });
});
