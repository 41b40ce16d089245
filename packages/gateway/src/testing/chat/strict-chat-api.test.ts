import { describe, expect, it } from "vitest";
import { createStrictChatApi } from "./strict-chat-api.ts";

const user = { role: "user", content: "Hello" };
const calls = (id: string) => [{ id, type: "function", function: { name: "look", arguments: "{}" } }];
const calling = { role: "assistant", content: null, tool_calls: calls("call_1") };
const answering = { role: "tool", tool_call_id: "call_1", content: "seen" };
const tool = (name: string, more: object = {}) => ({
  type: "function",
  function: { name, parameters: { type: "object" } },
  ...more,
});

async function post(body: object, headers: Readonly<Record<string, string>> = { authorization: "Bearer key" }) {
  const api = createStrictChatApi(() => ({ text: "Fine." }));
  const response = await api.fetch(
    new Request("http://localhost/v1/chat/completions", {
      method: "POST",
      headers,
      body: JSON.stringify({ model: "m", ...body }),
    }),
  );
  return { status: response.status, text: await response.text() };
}

describe("A strict chat API", () => {
  it.each([
    ["Unknown parameter: 'tools.defer_loading'.", { messages: [user], tools: [tool("look", { defer_loading: true })] }],
    ["Unknown parameter: 'cache_control'.", { messages: [user], cache_control: {} }],
    ["Unknown parameter: 'messages[0].cache_control'.", { messages: [{ ...user, cache_control: {} }] }],
    [
      "You may not include more than 128 tools in your request.",
      { messages: [user], tools: Array.from({ length: 129 }, (_, number) => tool(`tool_${number}`)) },
    ],
    ["Expected a string with maximum length 64", { messages: [user], tools: [tool("x".repeat(65))] }],
    ["string does not match pattern", { messages: [user], tools: [tool("a.b")] }],
    ["'tool_choice' is only allowed when 'tools' are specified", { messages: [user], tool_choice: "auto" }],
    [
      "Tool choice 'other' not found in 'tools' parameter.",
      { messages: [user], tools: [tool("look")], tool_choice: { type: "function", function: { name: "other" } } },
    ],
    ["must be a response to a preceeding message with 'tool_calls'", { messages: [user, answering] }],
    ["did not have response messages: call_1", { messages: [user, calling, user] }],
    ["did not have response messages: call_1", { messages: [user, calling] }],
    ["maximum length 40", { messages: [user, { ...calling, tool_calls: calls("x".repeat(41)) }] }],
    ["Invalid value: 'ctx'. Supported values are:", { messages: [{ role: "ctx", content: "Hello" }] }],
    ["Invalid value: 'tool_reference'.", { messages: [{ role: "user", content: [{ type: "tool_reference" }] }] }],
    ["Invalid 'messages': empty array.", { messages: [] }],
  ])("refuses with the API's error: %s", async (words, body) => {
    const { status, text } = await post(body);
    expect(status).toBe(400);
    expect((JSON.parse(text) as { error: { message: string } }).error.message).toContain(words);
  });

  it("accepts a conversation with calls and their results", async () => {
    expect(await post({ messages: [user, calling, answering], tools: [tool("look")] })).toMatchObject({ status: 200 });
  });

  it("requires a key", async () => {
    expect(await post({ messages: [user] }, {})).toMatchObject({ status: 401 });
  });

  it("does not let its script call a tool that was not given", async () => {
    const api = createStrictChatApi(() => ({ calls: [{ name: "secret", arguments: {} }] }));
    const request = new Request("http://localhost/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer key" },
      body: JSON.stringify({ model: "m", messages: [user] }),
    });
    await expect(api.fetch(request)).rejects.toThrow("secret");
  });

  it("counts the common prefix with the previous request as cached", async () => {
    const api = createStrictChatApi(() => ({ text: "Fine." }));
    const usages = [];
    for (const messages of [[user], [user, { role: "assistant", content: "Fine." }, user]]) {
      const body = JSON.stringify({ model: "m", messages });
      const headers = { authorization: "Bearer key" };
      const response = await api.fetch(
        new Request("http://localhost/v1/chat/completions", { method: "POST", headers, body }),
      );
      usages.push(((await response.json()) as { usage: { prompt_tokens_details: { cached_tokens: number } } }).usage);
    }
    expect(usages[0]?.prompt_tokens_details.cached_tokens).toBe(0);
    expect(usages[1]?.prompt_tokens_details.cached_tokens).toBeGreaterThan(5);
  });
});
