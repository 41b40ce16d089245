import { describe, expect, it } from "vitest";
import { parseChatBody, rejectionOf } from "../../../../testing/chat-client/parse-body.ts";

const user = { role: "user", content: "Hi" };
const base = { model: "m", messages: [user] };
const lookTool = {
  type: "function",
  function: {
    name: "look",
    description: "Looks.",
    parameters: { type: "object", properties: { at: { type: "string" } } },
  },
};
const noteTool = { type: "custom", custom: { name: "note", description: "Writes a note." } };
const bodyOf = (fields: object) => parseChatBody({ ...base, ...fields }).body;
const messagesOf = (...messages: readonly object[]) => bodyOf({ messages }).messages;

describe("the conversation of a chat request", () => {
  it("begins with what the system and the developer say, as the system prompt", () => {
    const { system, messages } = bodyOf({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "developer", content: [{ type: "text", text: "Use tools." }] },
        user,
        { role: "system", content: "It is late." },
      ],
    });

    expect(system).toEqual([
      { type: "text", text: "Be brief." },
      { type: "text", text: "Use tools." },
    ]);
    expect(messages).toEqual([user, { role: "system", content: [{ type: "text", text: "It is late." }] }]);
  });

  it("has calls as blocks, and all their results with what the user says next in one message", () => {
    const call = (id: string, name: string) => ({ id, type: "function", function: { name, arguments: '{"at":"a"}' } });
    const custom = { id: "c3", type: "custom", custom: { name: "note", input: "milk" } };
    const messages = messagesOf(
      user,
      { role: "assistant", content: "I look.", tool_calls: [call("c1", "look"), call("c2", "look"), custom] },
      { role: "tool", tool_call_id: "c2", content: "two" },
      { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "one" }] },
      { role: "tool", tool_call_id: "c3", content: "" },
      { role: "user", content: "And?" },
    );

    expect(messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "c1", name: "look", input: { at: "a" } },
          { type: "tool_use", id: "c2", name: "look", input: { at: "a" } },
          { type: "tool_use", id: "c3", name: "note", input: { input: "milk" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c2", content: "two" },
          { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "one" }] },
          { type: "tool_result", tool_use_id: "c3", content: "" },
          { type: "text", text: "And?" },
        ],
      },
    ]);
  });

  it("has images and files as blocks", () => {
    const [message] = messagesOf({
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "text", text: "" },
        { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "low" } },
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBOR" } },
        { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBER" } },
        { type: "file", file: { file_data: "data:text/plain;charset=utf-8;base64,SGVsbG8=" } },
      ],
    });

    expect(message?.content).toEqual([
      { type: "text", text: "What is it?" },
      { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBOR" } },
      { type: "document", title: "a.pdf", source: { type: "base64", media_type: "application/pdf", data: "JVBER" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "Hello" } },
    ]);
  });

  it("keeps a refusal as what was said, marks broken arguments, and leaves empty answers out", () => {
    const broken = { id: "c1", function: { name: "look", arguments: '{"at":' } };
    const messages = messagesOf(
      user,
      { role: "assistant", content: null, refusal: "No.", tool_calls: null },
      { role: "assistant", content: "" },
      { role: "assistant", content: null, tool_calls: [broken], reasoning_content: "Hm.", function_call: null },
    );

    expect(messages.slice(1)).toEqual([
      { role: "assistant", content: [{ type: "text", text: "No." }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "look", input: { INVALID_JSON: '{"at":' } }] },
    ]);
  });
});

describe("the tools of a chat request", () => {
  it("are those of the inner form, and those with free text have one argument", () => {
    const strict = { type: "function", function: { name: "bare", strict: true }, defer_loading: true };
    const { body, answerOptions } = parseChatBody({ ...base, tools: [lookTool, noteTool, strict] });

    expect(body.tools).toEqual([
      { name: "look", description: "Looks.", input_schema: lookTool.function.parameters },
      { name: "note", description: "Writes a note.", input_schema: expect.objectContaining({ required: ["input"] }) },
      { name: "bare", input_schema: { type: "object", properties: {} }, strict: true, defer_loading: true },
    ]);
    expect(answerOptions).toEqual({ includesUsage: false, customTools: new Set(["note"]) });
  });

  it.each([
    ["auto", { type: "auto" }],
    ["none", { type: "none" }],
    ["required", { type: "any" }],
    [
      { type: "function", function: { name: "look" } },
      { type: "tool", name: "look" },
    ],
    [
      { type: "custom", custom: { name: "note" } },
      { type: "tool", name: "note" },
    ],
  ])("are chosen from as %j says", (tool_choice, chosen) => {
    expect(bodyOf({ tools: [lookTool, noteTool], tool_choice }).tool_choice).toEqual(chosen);
  });

  it("are those that are allowed", () => {
    const allowed_tools = { mode: "required", tools: [{ type: "custom", custom: { name: "note" } }] };
    const { tools, tool_choice } = bodyOf({
      tools: [lookTool, noteTool],
      tool_choice: { type: "allowed_tools", allowed_tools },
    });

    expect([tools?.map(({ name }) => name), tool_choice]).toEqual([["note"], { type: "any" }]);
  });

  it("are called one at a time where the client says so", () => {
    const serial = { tools: [lookTool], parallel_tool_calls: false };

    expect(bodyOf(serial).tool_choice).toEqual({ type: "auto", disable_parallel_tool_use: true });
    expect(bodyOf({ ...serial, tool_choice: "none" }).tool_choice).toEqual({ type: "none" });
    expect(bodyOf({ parallel_tool_calls: false })).not.toHaveProperty("tool_choice");
  });

  it("are limited in number", () => {
    const tools = Array.from({ length: 11 }, () => lookTool);
    const deferred = Array.from({ length: 6 }, () => ({ ...lookTool, defer_loading: true }));

    expect(() => bodyOf({ tools })).toThrow("At most 10 tools");
    expect(() => bodyOf({ tools: deferred })).toThrow("At most 5 deferred tools");
  });
});

describe("the other fields of a chat request", () => {
  it.each([
    [{}, {}],
    [{ max_tokens: 5 }, { max_tokens: 5 }],
    [{ max_tokens: 5, max_completion_tokens: 7 }, { max_tokens: 7 }],
    [{ stop: "END" }, { stop_sequences: ["END"] }],
    [
      { stop: ["a", "b"], temperature: 0.5, top_p: 0.9 },
      { stop_sequences: ["a", "b"], temperature: 0.5, top_p: 0.9 },
    ],
    [{ user: "u1", safety_identifier: "s1" }, { metadata: { user_id: "u1" } }],
    [{ safety_identifier: "s1" }, { metadata: { user_id: "s1" } }],
    [{ reasoning_effort: "minimal" }, { output_config: { effort: "low" }, thinking: { type: "adaptive" } }],
    [{ reasoning_effort: "none", response_format: { type: "text" } }, {}],
    [
      {
        response_format: { type: "json_schema", json_schema: { name: "r", strict: true, schema: { type: "object" } } },
      },
      { output_config: { format: { type: "json_schema", schema: { type: "object" } } } },
    ],
    [{ stream: true, stream_options: { include_usage: true } }, { stream: true }],
    [{ n: 1, logprobs: false, frequency_penalty: 0, logit_bias: {}, modalities: ["text"], audio: null }, {}],
    [
      { metadata: { a: "b" }, store: false, seed: 1, prompt_cache_key: "k", verbosity: "low", service_tier: "auto" },
      {},
    ],
  ])("%j become %j", (fields, inner) => {
    expect(bodyOf(fields)).toEqual({ ...base, ...inner });
  });

  it.each([
    ["n", { n: 2 }],
    ["logprobs", { logprobs: true }],
    ["frequency_penalty", { frequency_penalty: 0.5 }],
    ["logit_bias", { logit_bias: { 50256: -100 } }],
    ["modalities", { modalities: ["text", "audio"] }],
    ["functions", { functions: [] }],
    ["web_search_options", { web_search_options: {} }],
    ["top_k", { top_k: 5 }],
    ['"a b"', { "a b": 5 }],
    ["response_format.type", { response_format: { type: "json_object" } }],
    ["tools[0].type", { tools: [{ type: "web_search" }] }],
    [
      "tools[0].custom.format.type",
      { tools: [{ type: "custom", custom: { name: "p", format: { type: "grammar" } } }] },
    ],
    ["messages[0].role", { messages: [{ role: "function", content: "x" }] }],
    ["messages[0].function_call", { messages: [{ role: "assistant", function_call: { name: "f", arguments: "" } }] }],
    ["messages[0].content[0].type", { messages: [{ role: "user", content: [{ type: "input_audio" }] }] }],
    [
      "messages[0].content[0].file.file_id",
      { messages: [{ role: "user", content: [{ type: "file", file: { file_id: "f" } }] }] },
    ],
  ])("are rejected by name where nothing stands for them: %s", (param, fields) => {
    expect(rejectionOf({ ...base, ...fields })).toEqual({ param, code: "unsupported_parameter" });
  });

  it.each([
    ["body", []],
    ["model", { messages: [user] }],
    ["messages", { model: "m" }],
    ["messages", { model: "m", messages: [] }],
    ["messages", { model: "m", messages: [{ role: "system", content: "alone" }] }],
    ["messages[0]", { ...base, messages: ["Hi"] }],
    ["messages[0].role", { ...base, messages: [{ role: "__proto__", content: "x" }] }],
    ["messages[0].content", { ...base, messages: [{ role: "tool", tool_call_id: "c" }] }],
    ["messages[0].tool_call_id", { ...base, messages: [{ role: "tool", content: "x" }] }],
    [
      "messages[0].content[0].image_url.url",
      {
        ...base,
        messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "file:///etc/passwd" } }] }],
      },
    ],
    ["tool_choice", { ...base, tool_choice: "required" }],
    [
      "tool_choice.function.name",
      { ...base, tools: [lookTool], tool_choice: { type: "function", function: { name: "other" } } },
    ],
    ["tools[0].function.name", { ...base, tools: [{ type: "function", function: {} }] }],
    ["max_tokens", { ...base, max_tokens: 0 }],
    ["stop[1]", { ...base, stop: ["a", 5] }],
    ["reasoning_effort", { ...base, reasoning_effort: "constructor" }],
  ])("are checked: %s", (param, body) => {
    expect(rejectionOf(body)).toEqual({ param, code: "invalid_value" });
  });
});
