import type { PolicyRule } from "@toolcrib/core/policy";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import type { ListedTool, ToolsetConnection, ToolsetServers } from "../../contracts/toolset.ts";
import { ask } from "../../testing/answering/ask.ts";
import { tool, user } from "../../testing/answering/blocks.ts";
import { scriptedModel } from "../../testing/answering/scripted-model.ts";
import { configuredNameAt } from "./configured-name.ts";
import { createToolsetServers } from "./create-toolset-servers.ts";

const listed: readonly ListedTool[] = [
  { name: "add", inputSchema: { type: "object", properties: { day: { type: "string" } }, required: ["day"] } },
  { name: "drop", inputSchema: { type: "object" }, annotations: { destructiveHint: true } },
];

function calendar(traits: Partial<ToolsetConnection> = {}) {
  const calls: unknown[] = [];
  let lists = 0;
  const connection: ToolsetConnection = {
    async listTools() {
      lists++;
      return listed;
    },
    async callTool(name, input) {
      calls.push([name, input]);
      return { content: [{ type: "text", text: "ok" }], isError: false };
    },
    ...traits,
  };
  const servers: ToolsetServers = { specificationVersion: "v1", open: async () => connection, close: async () => {} };
  return { servers, calls, lists: () => lists };
}

const toolset = { type: "mcp_toolset", mcp_server_name: "cal" };
const betas = ["mcp-client-2026-09-15"];

async function run(
  policy: readonly PolicyRule[],
  calls: readonly { readonly name: string; readonly input?: unknown }[],
  { fields = {}, connection = {} }: { fields?: object; connection?: Partial<ToolsetConnection> } = {},
) {
  const { servers, calls: made, lists } = calendar(connection);
  const upstream = scriptedModel((_body, number) => (number === 1 ? { calls } : { text: "Done." }));
  const body: MessagesBody = {
    model: "m",
    max_tokens: 1000,
    messages: [user("Go.")],
    tools: [tool("Bash"), { ...toolset, ...fields }] as NonNullable<MessagesBody["tools"]>,
  };
  const answerRequest = createAnswerRequest({ toolsetServers: servers });
  const { message } = await ask(answerRequest, { body, upstream, betas, policy });
  return { message, made, lists: lists(), upstream, sent: JSON.stringify(upstream.bodies[0]?.tools) };
}

const dropCall = [{ name: "cal_drop", input: {} }];
const pinned = { tools: [{ name: "drop", description: "Harmless.", input_schema: { type: "object" } }] };

describe("rules for the tools of a toolset", () => {
  it.each<[string, PolicyRule]>([
    ["the name everywhere", { action: "deny", name: "mcp__cal__drop" }],
    ["the server's own name", { action: "hide", name: "drop" }],
    ["the name in the toolset", { action: "hide", name: "cal_drop" }],
    ["an annotation", { action: "deny", annotation: "destructiveHint" }],
  ])("E1.0 match it by %s", async (_how, rule) => {
    const { message, made, sent } = await run([{ action: "pin", name: "*" }, rule], dropCall);

    expect(made).toEqual([]);
    expect(sent).not.toContain("drop");
    expect(JSON.stringify(message.content)).not.toContain("drop");
    expect(message.content[0]).toMatchObject({ type: "mcp_tool_listing", tools: [{ name: "add" }] });
  });

  it("E1.0 take annotations from the server, not from a listing that the client pins", async () => {
    const { made, sent, lists } = await run([{ action: "deny", annotation: "destructiveHint" }], dropCall, {
      fields: pinned,
    });

    expect(sent).not.toContain("drop");
    expect(made).toEqual([]);
    expect(lists).toBe(1);
  });

  it("ask no server for a pinned listing if no rule needs its annotations", async () => {
    const { lists, sent } = await run([{ action: "deny", name: "x" }], [], { fields: pinned });

    expect(sent).toContain("cal_drop");
    expect(lists).toBe(0);
  });

  it("E1.0 forbid calls by their arguments, and say so", async () => {
    const policy: readonly PolicyRule[] = [{ action: "deny", name: "add", arguments: { day: "sun*" } }];
    const { message, made } = await run(policy, [
      { name: "cal_add", input: { day: "Sunday" } },
      { name: "cal_add", input: { day: "Monday" } },
    ]);

    expect(made).toEqual([["add", { day: "Monday" }]]);
    expect(JSON.stringify(message.content)).toContain("a rule of the policy forbids this call");
  });

  it.each<[string, PolicyRule]>([
    ["deny it", { action: "deny", server: "cal" }],
    ["allow other tools only", { action: "deny", server: "*", except: [{ server: "mail" }] }],
  ])("E1.0 do not tell a server from one that does not exist if they %s", async (_how, rule) => {
    const unknown = createToolsetServers().open({ name: "cal" }, new AbortController().signal);
    const expected = await unknown.then(String, ({ message }: Error) => message);

    await expect(run([rule], dropCall)).rejects.toThrow(expected);
  });

  it("E1.0 do not contact a server that they hide", async () => {
    const { lists, sent } = await run([{ action: "deny", server: "cal" }], dropCall, { fields: pinned });

    expect(lists).toBe(0);
    expect(sent).not.toContain("cal_");
  });

  it("E1.0 treat a pinned tool that the server does not list like a hidden one, if they need annotations", async () => {
    const names = ["add", "drop", "erase"];
    const fields = { tools: names.map((name) => ({ name, input_schema: { type: "object" } })) };
    const { upstream } = await run([{ action: "deny", annotation: "destructiveHint" }], [], { fields });

    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual(["Bash", "cal_add"]);
  });

  it("E1.0 answer calls of a hidden tool and of one that does not exist in the same way", async () => {
    const answers = await Promise.all(
      ["drop", "dorp"].map(async (name) => {
        const calls = [{ name: `cal_${name}`, input: {} }];
        const { message, upstream } = await run([{ action: "deny", name: "mcp__cal__drop" }], calls);
        const { stop_reason, content } = message;
        return JSON.stringify([stop_reason, content, upstream.bodies[1]?.messages]).replaceAll(name, "NAME");
      }),
    );

    expect(answers[0]).toContain("There is no tool");
    expect(answers[0]).toBe(answers[1]);
  });

  it("E1.0 let a client have a tool with the name of a hidden one, and count no hidden ones", async () => {
    const { servers } = calendar();
    const question = {
      body: {
        model: "m",
        max_tokens: 9,
        messages: [user("Go.")],
        tools: [tool("cal_drop"), { ...toolset, default_config: { defer_loading: true } }],
      },
      upstream: scriptedModel(() => ({ text: "Done." })),
      betas,
      policy: [{ action: "deny", name: "mcp__cal__drop" }] as const,
      maxDeferredTools: 0,
    };
    const answerRequest = createAnswerRequest({ toolsetServers: servers });

    await expect(ask(answerRequest, { ...question, maxDeferredTools: 1 })).resolves.toBeDefined();
    await expect(ask(answerRequest, question)).rejects.toMatchObject({ details: { received: 1 } });
    const tools = { ...question, maxDeferredTools: 1 };
    await expect(ask(answerRequest, { ...tools, maxTools: 2 })).resolves.toBeDefined();
    await expect(ask(answerRequest, { ...tools, maxTools: 1 })).rejects.toMatchObject({
      code: "too_many_tools",
      details: { limit: 1, received: 2 },
    });
  });

  it("E1.0 name tools that are left out because they are too large, except hidden ones", async () => {
    const { servers } = calendar({ tooLarge: () => ["drop", "huge"] });
    const question = {
      body: { model: "m", max_tokens: 9, messages: [user("Go.")], tools: [tool("Bash"), toolset] },
      upstream: scriptedModel(() => ({ text: "Done." })),
      betas,
      policy: [{ action: "deny", name: "mcp__cal__drop" }] as const,
    };
    const { trace } = await ask(createAnswerRequest({ toolsetServers: servers }), question);

    expect(trace.warnings).toEqual(['1 tool of the MCP server cal left out, because of its size: "huge"']);
  });

  it("E1.0 match a configured server by its configured name, whatever a request calls it", async () => {
    const { made, sent } = await run([{ action: "deny", name: "mcp__diary__drop" }], dropCall, {
      connection: { configuredName: "diary" },
    });

    expect(sent).not.toContain("cal_drop");
    expect(made).toEqual([]);
  });

  it("E13.4: put the breakpoint on the last tool that is not hidden", async () => {
    const { upstream } = await run([{ action: "hide", name: "drop" }], [], {
      fields: { cache_control: { type: "ephemeral" } },
    });

    expect(upstream.bodies[0]?.tools?.map(({ name, cache_control }) => [name, cache_control])).toEqual([
      ["Bash", undefined],
      ["cal_add", { type: "ephemeral" }],
    ]);
  });

  it("withhold toolsets from an upstream that would run them if the gateway cannot", async () => {
    const question = {
      body: { model: "m", max_tokens: 9, messages: [user("Go.")], tools: [tool("Bash"), toolset] },
      upstream: scriptedModel(() => ({ text: "Done." })),
      betas,
      policy: [{ action: "deny", name: "drop" }] as const,
    };

    await expect(ask(createAnswerRequest(), question)).rejects.toMatchObject({ status: 400 });
    expect(question.upstream.calls).toEqual([]);
  });
});

describe("the arguments of a toolset's call", () => {
  it("are checked against the server's own schema before anything runs", async () => {
    const loose = { tools: [{ name: "add", input_schema: { type: "object" } }] };
    const { message, made } = await run([], [{ name: "cal_add", input: { day: 7 } }], { fields: loose });

    expect(made).toEqual([]);
    expect(message.content[1]).toMatchObject({ type: "mcp_tool_result", is_error: true });
    expect(JSON.stringify(message.content[1])).toContain("/day: ");
  });

  it("must name a tool that the server lists", async () => {
    const invented = { tools: [{ name: "erase", input_schema: { type: "object" } }] };
    const { message, made } = await run([], [{ name: "cal_erase" }], { fields: invented });

    expect(made).toEqual([]);
    expect(JSON.stringify(message.content[1])).toContain("its server does not list it");
  });
});

describe("the name of a server at a URL", () => {
  const configured = [{ name: "diary", url: "https://mcp.example.com/diary/mcp" }];

  it.each([
    ["https://mcp.example.com/diary/mcp", "diary"],
    ["https://MCP.example.com:443//diary/%6dcp/?x=1#y", "diary"],
    ["https://mcp.example.com/other", undefined],
    ["http://mcp.example.com/diary/mcp", undefined],
    ["https://mcp.example.com/%", undefined],
    ["no url", undefined],
  ])("of %s is %s", (url, name) => {
    expect(configuredNameAt(url, configured)).toBe(name);
  });
});
