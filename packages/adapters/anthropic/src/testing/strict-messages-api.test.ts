import { describe, expect, it } from "vitest";
import { createStrictMessagesApi } from "./index.ts";

const schema = { type: "object" };
const tool = (name: string, fields: object = {}) => ({ name, input_schema: schema, ...fields });
const user = (content: unknown) => ({ role: "user", content });
const assistant = (...content: object[]) => ({ role: "assistant", content });
const call = { type: "tool_use", id: "toolu_1", name: "a", input: {} };
const answer = (content: unknown) => ({ type: "tool_result", tool_use_id: "toolu_1", content });
const reference = { type: "tool_reference", tool_name: "gone" };
const regexSearch = { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" };
const hello = [user("Hello.")];

async function post(
  body: object,
  path = "/v1/messages",
  headers: Record<string, string> = { "x-api-key": "k", "anthropic-version": "2026-10-21" },
) {
  const api = createStrictMessagesApi(() => [{ type: "text", text: "Hi." }]);
  const response = await api.fetch(`https://api.example${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ model: "m", max_tokens: 1, messages: hello, ...body }),
  });
  const answered = (await response.json()) as { error?: { message: string; details?: object }; input_tokens?: number };
  return { status: response.status, api, ...answered };
}

describe("the strict Messages API", () => {
  it.each([
    [
      { tools: [tool("a", { defer_loading: true })] },
      "At least one tool must have defer_loading=false. All tools cannot be deferred.",
    ],
    [
      { tools: [tool("a"), tool("b", { defer_loading: true, cache_control: { type: "ephemeral" } })] },
      "Tool 'b' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
    ],
    [{ tools: [tool("a"), tool("a")] }, "tools: Tool names must be unique."],
    [{ tools: [tool("a", { server: "x" })] }, "tools.0.custom.server: Extra inputs are not permitted"],
    [{ tools: [tool("a b")] }, "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"],
    [{ tools: [tool("a".repeat(129))] }, "tools.0.custom.name: String should have at most 128 characters"],
    [{ tools: [{ name: "a" }] }, "tools.0.custom.input_schema: Field required"],
    [{ tools: [{ name: "a", input_schema: {} }] }, "tools.0.custom.input_schema.type: Field required"],
    [
      { tools: [{ ...regexSearch, name: "find" }] },
      "tools.0.tool_search_tool_regex_20251119.name: Input should be 'tool_search_tool_regex'",
    ],
    [
      { tools: [{ type: "tool_search_tool_bm25", name: "ToolSearch" }] },
      "tools.0.tool_search_tool_bm25.name: Input should be 'tool_search_tool_bm25'",
    ],
    [{ tools: [{ type: regexSearch.type }] }, "tools.0.tool_search_tool_regex_20251119.name: Field required"],
    [
      { tools: [{ ...regexSearch, max_results: 3 }] },
      "tools.0.tool_search_tool_regex_20251119.max_results: Extra inputs are not permitted",
    ],
    [
      { tools: [tool("a")], messages: [user("x"), assistant(call), user([answer([reference])])] },
      "Tool reference 'gone' not found in available tools",
    ],
    [
      {
        messages: [
          user("x"),
          assistant(
            { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: {} },
            {
              type: "tool_search_tool_result",
              tool_use_id: "srvtoolu_1",
              content: { type: "tool_search_tool_search_result", tool_references: [reference] },
            },
          ),
          user("y"),
        ],
      },
      "Tool reference 'gone' not found in available tools",
    ],
    [
      { messages: [user("x"), assistant(call), user("y")] },
      /^messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1\. Each/,
    ],
    [
      { messages: [user("x"), assistant(call), user([answer("y")]), assistant(call), user([answer("z")])] },
      "messages.3.content.0: `tool_use` ids must be unique",
    ],
    [
      { thinking: { type: "enabled" }, messages: [user("x"), assistant(call), user([answer("y")])] },
      /^messages\.1\.content\.0\.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`\. When/,
    ],
    [
      { messages: [user("x"), assistant({ type: "text", text: "y" }), user([answer("z")])] },
      /^messages\.2\.content\.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1\. Each/,
    ],
    [
      {
        messages: [
          user("x"),
          assistant({ type: "server_tool_use", id: "srvtoolu_1", name: "web_fetch", input: {} }),
          user("y"),
          assistant({ type: "text", text: "z" }),
          user("w"),
        ],
      },
      "`web_fetch` tool use with id `srvtoolu_1` was found without a corresponding `web_fetch_tool_result` block",
    ],
    [
      { messages: [{ ...user("x"), compactMetadata: {} }] },
      "messages.0.compactMetadata: Extra inputs are not permitted",
    ],
    [{ messages: [user([answer([{ type: "tool_addition" }])])] }, /Input tag 'tool_addition' found using 'type'/],
    [{ messages: [user("")] }, /^messages\.0: all messages must have non-empty content/],
    [
      { messages: [user("x"), assistant({ type: "text", text: "y" }), { role: "system", content: "z" }] },
      "messages.2: system messages must follow a user message",
    ],
    [{ messages: [assistant({ type: "text", text: "y" })] }, 'messages.0: first message must use the "user" role'],
    [{ messages: [] }, "messages: at least one message is required"],
    [{ temperature: 1 }, "temperature: Extra inputs are not permitted"],
    [{ magic: 1 }, "magic: Extra inputs are not permitted"],
    [{ max_tokens: 0 }, "max_tokens: Field required"],
  ])("refuses %j with the API's error", async (body, message) => {
    const { status, error, api } = await post(body);

    expect(status).toBe(400);
    expect(error?.message).toMatch(message);
    expect(api.accepted).toEqual([]);
  });

  it("accepts the thinking of a running turn only unchanged, and of earlier turns in any form", async () => {
    const think = (signature: string) => ({ type: "thinking", thinking: "Hm.", signature });
    const api = createStrictMessagesApi((_, number) => [think(`s${number}`), { ...call, id: `toolu_${number}` }]);
    const send = async (...messages: object[]) => {
      const response = await api.fetch("https://api.example/v1/messages", {
        method: "POST",
        headers: { "x-api-key": "k", "anthropic-version": "2026-10-21" },
        body: JSON.stringify({
          model: "m",
          max_tokens: 1,
          messages,
          tools: [tool("a")],
          thinking: { type: "enabled" },
        }),
      });
      return response.status;
    };
    await send(...hello);
    await send(...hello, assistant(think("s1"), call), user([answer("x")]));
    const spliced = [...hello, assistant(think("s1"), think("s2"), call), user([answer("x")])];

    expect(await send(...spliced)).toBe(400);
    expect(api.rejected[0]).toMatch(/^messages\.1\.content\.1: `thinking` .* cannot be modified/);
    expect(await send(...spliced, assistant({ type: "text", text: "Done." }), user("Next."))).toBe(200);
    expect(await send(...hello, assistant(call), user([answer("x")]), assistant(think("s1")), user("Next."))).toBe(200);
  });

  it("accepts only results while a call of its own is pending", async () => {
    const search = { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: {} };
    const pending = (...content: object[]) => ({ messages: [user("x"), assistant(search, call), user(content)] });

    expect((await post(pending(answer("y")))).status).toBe(200);
    expect((await post(pending(answer("y"), { type: "text", text: "z" }))).error?.message).toBe(
      "`tool_search_tool_bm25` tool use with id `srvtoolu_1` was found without a corresponding `tool_search_tool_bm25_tool_result` block",
    );
  });

  it("accepts what the API accepts", async () => {
    const tools = [
      tool("a"),
      tool("gone", { defer_loading: true }),
      { type: "web_search_20250305", name: "web_search" },
      { ...regexSearch, cache_control: { type: "ephemeral" } },
    ];
    const messages = [
      user("x"),
      assistant(call),
      user([answer([reference]), { type: "text", text: "Tool loaded." }]),
      { role: "system", content: "z" },
    ];

    expect((await post({ tools, messages })).status).toBe(200);
  });

  it("answers a message thread so that the SDK continues without one", async () => {
    expect((await post({ thread: { type: "create" } })).error?.details).toEqual({
      error_code: "thread_unsupported_request",
      unsupported: [],
    });
  });

  it("counts only what is in the prompt", async () => {
    const counted = async (fields: object) =>
      (
        await post(
          { tools: [tool("a"), tool("b", { description: "d".repeat(400), ...fields })] },
          "/v1/messages/count_tokens",
        )
      ).input_tokens ?? 0;

    expect((await counted({})) - (await counted({ defer_loading: true }))).toBeGreaterThan(100);
  });

  it("requires a key, a version and a known path", async () => {
    expect((await post({}, "/v1/messages", { "anthropic-version": "2023-06-01" })).status).toBe(401);
    expect((await post({}, "/v1/messages", { "x-api-key": "k" })).status).toBe(400);
    expect((await post({}, "/v1/complete")).status).toBe(404);
  });

  it("lets the script call only what the model can see", async () => {
    const api = createStrictMessagesApi(() => [{ ...call, name: "hidden" }]);
    const body = JSON.stringify({
      model: "m",
      max_tokens: 1,
      messages: hello,
      tools: [tool("a"), tool("hidden", { defer_loading: true })],
    });

    await expect(
      api.fetch("https://api.example/v1/messages", {
        method: "POST",
        headers: { "x-api-key": "k", "anthropic-version": "1" },
        body,
      }),
    ).rejects.toThrow("The scripted model calls hidden, whose definition it cannot see.");
  });
});
