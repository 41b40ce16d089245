import { describe, expect, it } from "vitest";
import { parseChatBody } from "../../../../../testing/chat-client/parse-body.ts";
import { plain } from "../../../../../testing/openai/plain.ts";

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
const bodyOf = (fields: object) => plain(parseChatBody({ ...base, ...fields }).body);
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
      { role: "tool", tool_call_id: "c1", content: "No." },
    );

    expect(messages.slice(1, -1)).toEqual([
      { role: "assistant", content: [{ type: "text", text: "No." }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "look", input: { INVALID_JSON: '{"at":' } }] },
    ]);
  });
});

describe("the tools of a chat request", () => {
  it("are those of the inner form, and those with free text have one argument", () => {
    const strict = { type: "function", function: { name: "bare", strict: true }, defer_loading: true };
    const { body, answerContext } = parseChatBody({ ...base, tools: [lookTool, noteTool, strict] });

    expect(plain(body.tools)).toEqual([
      { name: "look", description: "Looks.", input_schema: lookTool.function.parameters },
      { name: "note", description: "Writes a note.", input_schema: expect.objectContaining({ required: ["input"] }) },
      { name: "bare", input_schema: { type: "object", properties: {} }, strict: true, defer_loading: true },
    ]);
    expect(answerContext).toEqual({ includesUsage: false, customTools: new Set(["note"]) });
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
    const named = (count: number, fields: object = {}) =>
      Array.from({ length: count }, (_, at) => ({ type: "function", function: { name: `look_${at}` }, ...fields }));
    const [tools, deferred] = [named(11), named(6, { defer_loading: true })];

    expect(() => bodyOf({ tools })).toThrow("At most 10 tools");
    expect(() => bodyOf({ tools: deferred })).toThrow("At most 5 deferred tools");
  });
});
