import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";

type Item = OpenAI.Responses.ResponseInputItem;
type Message = OpenAI.ChatCompletionMessageParam;

const start = useOpenAiGateway();
const says = (text: string) => () => [{ type: "text", text }];
const question: Item = { role: "user", content: "Hi" };
const tool: OpenAI.Responses.FunctionTool = {
  type: "function",
  name: "look",
  parameters: { type: "object", properties: {} },
  strict: false,
};
const call = (call_id: string, text = "{}"): Item => ({
  type: "function_call",
  call_id,
  name: "look",
  arguments: text,
});
const output = (call_id: string): Item => ({ type: "function_call_output", call_id, output: "Done." });
const chatTool: OpenAI.ChatCompletionTool = { type: "function", function: { name: "look" } };
const chatCall = (id: string): Message => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }],
});
const chatOutput = (tool_call_id: string): Message => ({ role: "tool", tool_call_id, content: "Done." });
const chatQuestion: Message = { role: "user", content: "Hi" };

describe("a conversation that is not whole", () => {
  it.each<[string, Item[], string, RegExp]>([
    ["an output without its call", [question, output("c1")], "input", /no tool call found .* c1/],
    ["a call without its output", [question, call("c1"), question], "input", /no tool output found .* c1/],
    ["an output with another id", [question, call("c1"), output("c2")], "input", /no tool call found .* c2/],
    ["two outputs of one call", [question, call("c1"), output("c1"), output("c1")], "input", /no tool call found/],
    ["two calls with one id", [question, call("c1"), call("c1"), output("c1")], "input", /two calls/],
    [
      "an item of an unknown type",
      [question, { type: "hologram" } as unknown as Item],
      "input[1].type",
      /expected one of/,
    ],
    ["a null item", [question, null as unknown as Item], "input[1]", /expected an object/],
    [
      "an output that is null",
      [question, call("c1"), { ...output("c1"), output: null } as unknown as Item],
      "input[2].output",
      /expected a string or an array, got null/,
    ],
    [
      "a call without an id",
      [question, { ...call("c1"), call_id: undefined } as unknown as Item],
      "input[1].call_id",
      /expected a string/,
    ],
    [
      "a call with an id that is too long",
      [question, call("c".repeat(300))],
      "input[1].call_id",
      /expected at most 256 characters/,
    ],
  ])("W-R10: with %s is rejected in the client's own terms", async (_what, input, param, message) => {
    const { client, bodies } = await start(says("ok"));

    await expect(client.responses.create({ model: "m", input, tools: [tool] })).rejects.toMatchObject({
      status: 400,
      code: "invalid_value",
      param,
      message: expect.stringMatching(message),
    });
    expect(bodies()).toEqual([]);
  });

  it.each<[string, Message[], RegExp]>([
    ["an output without its call", [chatQuestion, chatOutput("c1")], /no tool call found .* c1/],
    ["a call without its output", [chatQuestion, chatCall("c1"), chatQuestion], /no tool output found .* c1/],
    ["an output with another id", [chatQuestion, chatCall("c1"), chatOutput("c2")], /no tool call found .* c2/],
  ])("of chat messages with %s is rejected in the client's own terms", async (_what, messages, message) => {
    const { client, bodies } = await start(says("ok"));

    await expect(client.chat.completions.create({ model: "m", messages, tools: [chatTool] })).rejects.toMatchObject({
      status: 400,
      code: "invalid_value",
      param: "messages",
      message: expect.stringMatching(message),
    });
    expect(bodies()).toEqual([]);
  });
});

it("W-R10: two tools with one name are rejected where the second one stands", async () => {
  const { client } = await start(says("ok"));

  await expect(client.responses.create({ model: "m", input: "Hi", tools: [tool, tool] })).rejects.toMatchObject({
    status: 400,
    param: "tools[1].name",
  });
  await expect(
    client.chat.completions.create({ model: "m", messages: [chatQuestion], tools: [chatTool, chatTool] }),
  ).rejects.toMatchObject({ status: 400, param: "tools[1].function.name" });
});

it.each(["input", "tools"])(
  "a part of %s that is nested too deeply is rejected, even if the gateway does not read it",
  async (field) => {
    const { url, bodies } = await start(says("ok"));
    const body = JSON.stringify({
      model: "m",
      input: [{ ...question, type: "message", ...(field === "input" && { id: "deep" }) }],
      tools: [{ ...tool, ...(field === "tools" && { note: "deep" }) }],
    }).replace('"deep"', `${'{"a":['.repeat(20_000)}1${"]}".repeat(20_000)}`);
    const response = await fetch(`${url}/v1/responses`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer key" },
      body,
    });

    expect([response.status, await response.json()]).toMatchObject([
      413,
      { error: { message: expect.stringContaining("400 levels of nesting") } },
    ]);
    expect(bodies()).toEqual([]);
  },
);

describe("a conversation that can be repaired", () => {
  it("has unique ids where calls of different turns share one", async () => {
    const { client, bodies, rejected } = await start(says("ok"));
    const input = [question, call("call_0"), output("call_0"), question, call("call_0"), output("call_0")];
    await client.responses.create({ model: "m", input, tools: [tool] });
    const messages = [chatQuestion, chatCall("call_0"), chatOutput("call_0"), chatCall("call_0"), chatOutput("call_0")];
    await client.chat.completions.create({ model: "m", messages, tools: [chatTool] });

    for (const body of bodies()) {
      const ids = [...JSON.stringify(body).matchAll(/"(?:id|tool_use_id)":"([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toEqual(["call_0", "call_0", "call_0_2", "call_0_2"]);
    }
    expect(rejected).toEqual([]);
  });

  it("W-R23: keeps the call of a bare name that several namespaces have, as the client was given it", async () => {
    const { client, bodies, rejected } = await start(says("ok"));
    const namespace = (name: string): OpenAI.Responses.NamespaceTool => ({
      type: "namespace",
      name,
      description: "",
      tools: [tool],
    });
    const input = [question, call("c1"), output("c1")];
    await client.responses.create({ model: "m", input, tools: [namespace("a"), namespace("b")] });

    expect(bodies()[0]).toMatchObject({ messages: [{}, { content: [{ type: "tool_use", name: "look" }] }, {}] });
    expect(rejected).toEqual([]);
  });

  it("W-C2: may have tool_calls: null, and answers never do", async () => {
    const { client } = await start(says("ok"));
    const said = { role: "assistant", content: "Hm.", tool_calls: null } as unknown as Message;
    const { choices } = await client.chat.completions.create({
      model: "m",
      messages: [chatQuestion, said, chatQuestion],
    });

    expect(choices[0]?.message).not.toHaveProperty("tool_calls");
  });

  it("keeps arguments of 100,000 characters, in both directions", async () => {
    const long = { text: "x".repeat(100_000) };
    const { client, bodies } = await start((_body, number) =>
      number === 1 ? [{ type: "tool_use", id: "toolu_1", name: "look", input: long }] : [{ type: "text", text: "ok" }],
    );
    const first = await client.responses
      .stream({ model: "m", input: [question], tools: [tool], stream: true })
      .finalResponse();
    const [made] = first.output as OpenAI.Responses.ResponseFunctionToolCall[];
    expect(JSON.parse(made?.arguments ?? "")).toEqual(long);

    const input = [question, made as Item, output(made?.call_id ?? "")];
    await client.responses.create({ model: "m", input, tools: [tool] });
    expect(JSON.stringify(bodies()[1])).toContain(long.text);
  });
});
