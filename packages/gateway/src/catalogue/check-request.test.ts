import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { block, deferred, result, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";

const body: MessagesBody = {
  model: "some-model",
  max_tokens: 1000,
  messages: [user("Hello.")],
  tools: [tool("Bash"), tool("mcp__a__b")],
};

describe("what the API rejects", () => {
  const rejectionOf = (fields: Partial<MessagesBody>) =>
    ask(createAnswerRequest(), { body: { ...body, ...fields }, upstream: scriptedModel(() => ({ text: "ok" })) });

  it.each([
    ["names given twice", { tools: [tool("a"), tool("a")] }, "tools: Tool names must be unique."],
    [
      "only deferred tools",
      { tools: [deferred("a")] },
      "At least one tool must have defer_loading=false. All tools cannot be deferred.",
    ],
    ["a result for a server's call", { messages: [user(result("srvtoolu_1"))] }, /cannot answer server tool use ids/],
    [
      "a tool without a schema",
      { tools: [tool("b"), { name: "a", defer_loading: true }] },
      "tools.1.custom.input_schema: Field required",
    ],
    [
      "a tool whose schema is a list",
      { tools: [tool("b"), { ...deferred("a"), input_schema: [] }] },
      "tools.1.custom.input_schema: Input should be a valid dictionary",
    ],
    [
      "a broken message",
      { tools: [tool("a"), deferred("b")], messages: [{ role: "user", content: 5 }] as never },
      "messages.0.content: Input should be a valid string or a list of blocks",
    ],
  ])("W-M4: %s", async (_case, fields, message) => {
    await expect(rejectionOf(fields as Partial<MessagesBody>)).rejects.toMatchObject({
      status: 400,
      body: {
        error: {
          type: "invalid_request_error",
          message: typeof message === "string" ? message : expect.stringMatching(message),
        },
      },
    });
  });

  const change = (type: string, changed: object): Message => ({
    role: "system",
    content: [block({ type, tool: changed })],
  });
  const define = (definition: object) => change("tool_addition", { type: "tool_definition", definition });
  const add = (name: string) => change("tool_addition", { type: "tool_reference", name });

  it.each([
    ["an addition", [add("nope")], "nope"],
    ["a removal", [change("tool_removal", { type: "tool_reference", name: "nope" })], "nope"],
    ["a name that is defined only later", [add("late"), define(tool("late"))], "late"],
    ["a toolset", [change("tool_addition", { type: "mcp_toolset_reference", server_name: "cal" })], "cal"],
    [
      "a tool of a server",
      [change("tool_addition", { type: "mcp_tool_reference", server_name: "cal", name: "x" })],
      "cal",
    ],
  ])("W-M24: %s that nobody defined", async (_case, changes, name) => {
    for (const tools of [[tool("Bash")], [tool("Bash"), deferred("get_weather")]]) {
      await expect(rejectionOf({ tools, messages: [user("Go."), ...changes] })).rejects.toMatchObject({
        status: 400,
        body: {
          error: {
            type: "invalid_request_error",
            message: `tool_addition/tool_removal references unknown tool '${name}'`,
            details: { error_code: "tool_reference_unresolved" },
          },
        },
      });
    }
  });

  it("W-M23: not a change of what is in the request, or was defined before", async () => {
    const messages = [
      user("Go."),
      add("get_weather"),
      define(tool("late")),
      define({ type: "mcp_toolset", mcp_server_name: "cal" }),
      add("late"),
      change("tool_removal", { type: "mcp_toolset_reference", server_name: "cal" }),
      change("tool_addition", { type: "mcp_tool_reference", server_name: "mail", name: "x" }),
    ];
    const mcp_servers = [{ type: "url", name: "mail", url: "https://mail.test" }];
    const { message } = await rejectionOf({ tools: [tool("Bash"), deferred("get_weather")], messages, mcp_servers });

    expect(message.content).toEqual([{ type: "text", text: "ok" }]);
  });

  it("W-M5: not 10,000 deferred tools", async () => {
    const many = Array.from({ length: 10_000 }, (_, number) => deferred(`t${number}`));
    const { message } = await rejectionOf({ tools: [tool("a"), ...many] });

    expect(message.content).toEqual([{ type: "text", text: "ok" }]);
  });

  it("F1, E10.2: not an unknown reference, which is repaired", async () => {
    const messages = [
      user("Go."),
      { role: "assistant" as const, content: [block({ type: "tool_use", id: "t1", name: "S", input: {} })] },
    ];
    const referring = [...messages, user(result("t1", [{ type: "tool_reference", tool_name: "gone" }]))];

    expect((await rejectionOf({ messages: referring })).message.content).toEqual([{ type: "text", text: "ok" }]);
  });
});
