import type { PolicyRule } from "@toolcrib/core/policy";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import type { ListedTool, ToolsetServers } from "../../contracts/toolset.ts";
import { ask } from "../../testing/answering/ask.ts";
import { bm25Entry, deferred, replayed, tool, user } from "../../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../../testing/answering/scripted-model.ts";

const listed: readonly ListedTool[] = ["search_events", "create_event", "delete_all"].map((name) => ({
  name,
  description: `Does ${name.replaceAll("_", " ")}.`,
  inputSchema: { type: "object", properties: { day: { type: "string" } } },
}));

function calendar(
  tools: readonly ListedTool[] = listed,
): ToolsetServers & { readonly calls: unknown[]; lists: number } {
  const calls: unknown[] = [];
  const servers = {
    specificationVersion: "v1" as const,
    calls,
    lists: 0,
    async open() {
      return {
        async listTools() {
          servers.lists++;
          return tools;
        },
        async callTool(name: string, input: unknown) {
          calls.push([name, input]);
          if (name === "delete_all") throw new Error("the server fell");
          return { content: [{ type: "text", text: "Lunch at noon" }], isError: false };
        },
      };
    },
    async close() {},
  };
  return servers;
}

const toolset = {
  type: "mcp_toolset",
  mcp_server_name: "cal",
  default_config: { defer_loading: true },
  configs: { search_events: { defer_loading: false } },
};
const betas = ["mcp-client-2026-09-15"];

function body(fields: Partial<MessagesBody> = {}): MessagesBody {
  return {
    model: "some-model",
    max_tokens: 1000,
    messages: [user("What is on today?")],
    mcp_servers: [{ type: "url", url: "https://mcp.example.com/sse", name: "cal", authorization_token: "secret" }],
    tools: [bm25Entry, toolset] as NonNullable<MessagesBody["tools"]>,
    ...fields,
  };
}

/** Finds a deferred tool, calls it through the bridge, and answers. */
const story: ModelScript = (_body, number) => {
  if (number === 1) return { calls: [{ name: "tool_search_tool_bm25", input: { query: "create event" } }] };
  if (number === 2) {
    return { calls: [{ name: "call_tool", input: { name: "cal_create_event", arguments: { day: "today" } } }] };
  }
  return { text: "Lunch at noon." };
};

describe.each([true, false])("an MCP toolset, streaming %s", (stream) => {
  it("W-MC1: lists, searches and calls within one request", async () => {
    const toolsetServers = calendar();
    const upstream = scriptedModel(story);
    const { message, trace } = await ask(createAnswerRequest({ toolsetServers }), {
      body: body({ stream }),
      upstream,
      betas,
    });

    expect(message.content).toMatchObject([
      { type: "mcp_tool_listing", mcp_server_name: "cal", tools: [{ name: "search_events" }, {}, {}] },
      { type: "server_tool_use", name: "tool_search_tool_bm25", input: { query: "create event" } },
      { type: "tool_search_tool_result", content: { tool_references: [{ tool_name: "cal_create_event" }] } },
      { type: "mcp_tool_use", name: "create_event", server_name: "cal", input: { day: "today" } },
      { type: "mcp_tool_result", is_error: false, content: [{ type: "text", text: "Lunch at noon" }] },
      { type: "text", text: "Lunch at noon." },
    ]);
    expect((message.content[3] as unknown as { id: string }).id).toMatch(/^mcptoolu_/);
    expect(message.stop_reason).toBe("end_turn");
    expect(toolsetServers.calls).toEqual([["create_event", { day: "today" }]]);
    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual([
      "tool_search_tool_bm25",
      "cal_search_events",
      "call_tool",
    ]);
    const sent = upstream.calls.map(({ body: sentBody, betas: sentBetas }) => [sentBody, sentBetas]);
    expect(JSON.stringify(sent)).not.toMatch(/mcp_servers|mcp_toolset|secret|mcp-client/);
    expect(trace.execution).toBe("mcp-toolset");
    expect(trace.flow.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "client gateway",
      "gateway model",
      "model gateway",
      "gateway catalogue",
      "catalogue gateway",
      "gateway model",
      "model gateway",
      "gateway mcp-server",
      "mcp-server gateway",
      "gateway model",
      "model gateway",
      "gateway client",
    ]);
  });

  it("W-MC4, L3: a replayed answer uses the recorded list and gives the model the conversation that it had", async () => {
    const upstream = scriptedModel(story);
    const first = await ask(createAnswerRequest({ toolsetServers: calendar() }), {
      body: body({ stream }),
      upstream,
      betas,
    });
    const toolsetServers = calendar();
    const messages = [...body().messages, replayed(first.message), user("Thanks.")];
    const second = await ask(createAnswerRequest({ toolsetServers }), {
      body: body({ stream, messages }),
      upstream,
      betas,
    });
    const [before, after] = [2, 3].map((index) => JSON.stringify(upstream.bodies[index]?.messages));

    expect(after?.startsWith(before?.slice(0, -1) ?? "?")).toBe(true);
    expect(JSON.stringify(upstream.bodies[3]?.tools)).toBe(JSON.stringify(upstream.bodies[2]?.tools));
    expect(toolsetServers.lists).toBe(0);
    expect(second.message.content.map(({ type }) => type)).toEqual(["text"]);
  });
});

describe("an MCP toolset", () => {
  const sentTools = async (fields: Partial<MessagesBody>, given: readonly string[] = ["mcp-client-2025-11-20"]) => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const toolsetServers = calendar();
    const reply = await ask(createAnswerRequest({ toolsetServers }), { body: body(fields), upstream, betas: given });
    return { names: upstream.bodies[0]?.tools?.map(({ name }) => name), upstream, toolsetServers, ...reply };
  };
  const toolsetWith = (fields: object) => ({ tools: [tool("Bash"), { ...toolset, ...fields }] });

  it("W-MC2: merges a tool's config over the default, ignores unknown tools, and leaves out what is not enabled", async () => {
    const { names, message } = await sentTools(
      toolsetWith({ default_config: { enabled: false }, configs: { create_event: { enabled: true }, gone: {} } }),
    );

    expect(names).toEqual(["Bash", "cal_create_event"]);
    expect(message.content.map(({ type }) => type)).toEqual(["text"]);
  });

  it("E13.4: puts its breakpoint on the last tool that it expands to", async () => {
    const { upstream } = await sentTools(
      toolsetWith({ default_config: {}, configs: {}, cache_control: { type: "ephemeral" } }),
    );

    expect(upstream.bodies[0]?.tools?.map(({ cache_control }) => cache_control)).toEqual([
      undefined,
      undefined,
      undefined,
      { type: "ephemeral" },
    ]);
  });

  it("W-MC4: contacts no server whose listing is pinned, and shows no listing", async () => {
    const pinned = [{ name: "only_this", input_schema: { type: "object" } }];
    const { names, toolsetServers, message } = await sentTools(
      toolsetWith({ default_config: {}, tools: pinned }),
      betas,
    );

    expect(names).toEqual(["Bash", "cal_only_this"]);
    expect(toolsetServers.lists).toBe(0);
    expect(message.content.map(({ type }) => type)).toEqual(["text"]);
  });

  it("W-MC5: accepts the deprecated tool_configuration", async () => {
    const mcp_servers = [
      { type: "url", url: "https://x.test", name: "cal", tool_configuration: { allowed_tools: ["create_event"] } },
    ];
    const { names } = await sentTools({ mcp_servers, tools: [tool("Bash")] }, ["mcp-client-2025-04-04"]);

    expect(names).toEqual(["Bash", "cal_create_event"]);
  });

  it("tells the model why a call failed", async () => {
    const upstream = scriptedModel((_body, number) =>
      number === 1 ? { calls: [{ name: "cal_delete_all", input: {} }] } : { text: "Sorry." },
    );
    const { message, trace } = await ask(createAnswerRequest({ toolsetServers: calendar() }), {
      body: body(toolsetWith({ default_config: {} })),
      upstream,
      betas: ["mcp-client-2025-11-20"],
    });

    expect(message.content).toMatchObject([
      { type: "mcp_tool_use" },
      { type: "mcp_tool_result", is_error: true, content: [{ text: "the server fell" }] },
      { type: "text" },
    ]);
    expect(trace.toolCalls).toMatchObject([{ server: "cal", tool: "delete_all", isError: true }]);
  });

  it("F71: runs no tool that a rule hides, whatever the model calls", async () => {
    const toolsetServers = calendar();
    const upstream = scriptedModel((_body, number) =>
      number <= 4 ? { calls: [{ name: "cal_delete_all", input: {} }] } : { text: "No." },
    );
    const policy = [{ action: "hide", name: "*delete*" }] as const;
    const question = { body: body(toolsetWith({ default_config: {} })), upstream, betas, policy };
    const { message } = await ask(createAnswerRequest({ toolsetServers }), question);

    expect(toolsetServers.calls).toEqual([]);
    expect(message.content.map(({ type }) => type)).not.toContain("tool_use");
    expect(JSON.stringify(upstream.bodies[0]?.tools)).not.toContain("delete_all");
  });

  it("accepts 10,000 deferred tools including those of toolsets, and no more", async () => {
    const withOthers = (count: number) => ({
      tools: [...Array.from({ length: count }, (_, number) => deferred(`t${number}`)), bm25Entry, toolset],
    });

    // Two of the toolset's three tools are deferred.
    await expect(sentTools(withOthers(9_998))).resolves.toBeDefined();
    await expect(sentTools(withOthers(9_999))).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ["a server without a toolset", { tools: [tool("Bash")] }, /not referenced by any mcp_toolset/],
    ["two toolsets of one server", { tools: [toolset, toolset] }, /one mcp_toolset only/],
    [
      "more than 20 servers",
      { mcp_servers: Array.from({ length: 21 }, (_, number) => ({ name: `s${number}` })) },
      /at most 20 items after validation, not 21/,
    ],
    ["two servers of one name", { mcp_servers: [{ name: "cal" }, { name: "cal" }] }, /names must be unique/],
    ["a tool name that is taken", { tools: [tool("cal_create_event"), toolset] }, /Tool names must be unique/],
  ])("W-MC3: rejects %s", async (_case, fields, message) => {
    await expect(sentTools(fields as Partial<MessagesBody>)).rejects.toMatchObject({
      status: 400,
      body: { error: { type: "invalid_request_error", message: expect.stringMatching(message) } },
    });
  });
});

describe("a server that lists tools with names that no request can contain", () => {
  const odd = (name: unknown): ListedTool => ({ name: name as string, inputSchema: { type: "object" } });

  async function askWith(
    tools: readonly ListedTool[],
    fields: Partial<MessagesBody> = {},
    policy?: readonly PolicyRule[],
  ) {
    const upstream = scriptedModel(() => ({ text: "Done." }));
    const toolsetServers = calendar(tools);
    const eager = { type: "mcp_toolset", mcp_server_name: "cal" };
    const question = { body: body({ tools: [tool("Bash"), eager] as never, ...fields }), upstream, betas };
    const { message, trace } = await ask(
      createAnswerRequest({ toolsetServers }),
      policy === undefined ? question : { ...question, policy },
    );
    const sent = upstream.bodies[0]?.tools?.map(({ name }) => name);
    return { message, sent, warnings: trace.warnings };
  }

  it("gets the others used, and the request a warning", async () => {
    const names = ["", " ", "x".repeat(200), "ü".repeat(10_000), 5, null, {}, "a b", "a_b", "constructor", "__proto__"];
    const { message, sent, warnings } = await askWith([...names.map(odd), null as never, ...listed]);

    const usable = ["a b", "constructor", "__proto__", ...listed.map(({ name }) => name)];
    expect(sent).toEqual(["Bash", ...usable.map((name) => `cal_${name.replace(" ", "_")}`)]);
    expect(message.content[0]).toMatchObject({ tools: usable.map((name) => ({ name })) });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^5 tools of the MCP server cal left out, .* empty, too long or taken: "", " ", "x{40}", …$/,
      ),
    ]);
  });

  /** The model's name for `b_c` of one is that for `c` of the other. */
  const colliding: Partial<MessagesBody> = {
    mcp_servers: ["a", "a_b"].map((name) => ({ type: "url", url: `https://${name}.example.com`, name })) as never,
    tools: ["a", "a_b"].map((name) => ({ type: "mcp_toolset", mcp_server_name: name })) as never,
  };

  it("does not take the name of another server's tool", async () => {
    const { sent, warnings } = await askWith([odd("b_c"), odd("c")], colliding);

    expect(sent).toEqual(["a_b_c", "a_c", "a_b_b_c"]);
    expect(warnings).toEqual([expect.stringContaining("1 tool of the MCP server a_b left out")]);
  });

  it("does not take a name by a tool that the request disables, or that a rule hides", async () => {
    const disabled = { type: "mcp_toolset", mcp_server_name: "cal", configs: { "a b": { enabled: false } } };
    expect((await askWith([odd("a b"), odd("a_b")], { tools: [disabled] as never })).sent).toEqual(["cal_a_b"]);

    const policy: readonly PolicyRule[] = [{ action: "deny", name: "mcp__a__b_c" }];
    const hidden = await askWith([odd("b_c"), odd("c")], colliding, policy);
    expect(hidden.sent).toEqual(["a_c", "a_b_b_c", "a_b_c"]);
    expect(hidden.warnings).toEqual([]);
  });
});
