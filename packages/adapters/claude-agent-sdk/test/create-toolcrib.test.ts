import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as z3 from "zod/v3";
import { createToolcrib, type QueryOptions, type SdkTool, type ToolcribOptions } from "../src/index.ts";
import { bridged, connectFakeClaudeCode } from "./fake-claude-code.ts";

const ran: unknown[] = [];
const asTool = (name: string, description: string, more: Partial<SdkTool> = {}): SdkTool => ({
  name,
  description,
  inputSchema: { text: z.string() },
  handler: async (input) => {
    ran.push(input);
    return { content: [{ type: "text", text: `${name} is done` }] };
  },
  ...more,
});
const clock = asTool("clock", "Tell the time.", { inputSchema: {} });
const slackPost = asTool("slack_post", "Send a message to a channel.");
const wipe = asTool("wipe_disk", "Delete everything.", { annotations: { destructiveHint: true } });
const tools = [slackPost, wipe, clock];
const options: ToolcribOptions = { eager: ["clock"], policy: [{ action: "hide", annotation: "destructiveHint" }] };

async function connect(crib: ReturnType<typeof createToolcrib>, given: QueryOptions = {}) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const { mcpServers = {} } = crib.options<QueryOptions>(given);
  const { instance } = mcpServers["toolcrib"] as { readonly instance: McpServer };
  await instance.connect(theirs);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(ours);
  const call = async (tool: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name: tool, arguments: args });
    return { text: (content as { text: string }[]).map(({ text }) => text).join(""), isError };
  };
  return { client, call };
}

const listOf = async ({ client }: Awaited<ReturnType<typeof connect>>) => {
  const { tools: listed } = await client.listTools();
  return listed.map(({ name, _meta }) => [name, _meta?.["anthropic/alwaysLoad"] ?? false]);
};

describe("createToolcrib", () => {
  it("serves eager tools, a search and the bridge, all in the prompt from the start", async () => {
    const connected = await connect(createToolcrib(tools, options));

    expect(await listOf(connected)).toEqual([
      ["clock", true],
      ["find_tools", true],
      ["call_tool", true],
    ]);
    expect(connected.client.getInstructions()).toContain("slack_post");
    expect(connected.client.getInstructions()).not.toContain("wipe_disk");
  });

  it("shows the definition of a tool that is found, and runs it", async () => {
    ran.length = 0;
    const { call } = await connect(createToolcrib(tools, options));
    const { text } = await call("find_tools", { query: "send a message" });
    const answer = await call("call_tool", { name: "slack_post", arguments: { text: "Hi." } });

    expect(text).toContain('"name":"slack_post"');
    expect(answer.text).toBe("slack_post is done");
    expect(ran).toEqual([{ text: "Hi." }]);
  });

  it("finds a tool by a hint", async () => {
    const { call } = await connect(createToolcrib(tools, { hints: { slack_post: "ping colleagues" } }));

    expect((await call("find_tools", { query: "ping my colleagues" })).text).toContain('"name":"slack_post"');
  });

  it("answers unknown and hidden tools, bad arguments and errors with results that say what is wrong", async () => {
    const broken = asTool("broken", "Breaks.", {
      handler: () => {
        throw new Error("out of order");
      },
    });
    const { call } = await connect(createToolcrib([...tools, broken], options));

    expect(await call("call_tool", { name: "wipe_disk", arguments: { text: "x" } })).toEqual({
      text: "There is no tool wipe_disk. Call find_tools to find tools.",
      isError: true,
    });
    expect((await call("call_tool", { name: "slack_post", arguments: {} })).text).toMatch(
      /Invalid arguments for slack_post: .*text/s,
    );
    expect(await call("call_tool", { name: "broken", arguments: { text: "x" } })).toEqual({
      text: "out of order",
      isError: true,
    });
  });

  it("leaves finding to Claude Code's own search, with hints", async () => {
    const crib = createToolcrib(tools, { ...options, loader: "tool-search", hints: { slack_post: "ping" } });
    const connected = await connect(crib);

    expect(await listOf(connected)).toEqual([
      ["slack_post", false],
      ["clock", true],
    ]);
    const { tools: listed } = await connected.client.listTools();
    expect(listed[0]?._meta).toEqual({ "anthropic/searchHint": "ping" });
    expect(crib.options<QueryOptions>({}).allowedTools).toEqual([]);
    expect((await connected.call("slack_post", { text: "Hi." })).text).toBe("slack_post is done");
  });

  it("keeps the other options of a query, and adds one server for each query", () => {
    const crib = createToolcrib(tools);
    const given = { mcpServers: { files: { command: "files" } }, allowedTools: ["Read"], model: "claude-sonnet-5-5" };
    const [first, second] = [crib.options<typeof given>(given), crib.options<typeof given>(given)];

    expect(first).toMatchObject({ ...given, allowedTools: ["Read", "mcp__toolcrib__find_tools"] });
    expect(first).not.toHaveProperty("canUseTool");
    expect(Object.keys(first.mcpServers)).toEqual(["files", "toolcrib"]);
    expect(second.mcpServers).not.toEqual(first.mcpServers);
    expect(() => crib.options(first)).toThrow(/expected a name of its own, got toolcrib/);
  });

  it("asks for permission of the real tool, and takes changed arguments", async () => {
    const asked: unknown[] = [];
    const { canUseTool: ask, allowedTools } = createToolcrib(tools, { serverName: "office" }).options<QueryOptions>({
      canUseTool: async (name, input, given) => {
        asked.push([name, input, given.suggestions]);
        return { behavior: "allow", updatedInput: { text: "Hello." }, updatedPermissions: ["all"] };
      },
    });
    const call = { name: "slack_post", arguments: { text: "Hi." } };

    expect(await ask?.("mcp__office__call_tool", call, { suggestions: ["allow call_tool"] })).toEqual({
      behavior: "allow",
      updatedInput: { name: "slack_post", arguments: { text: "Hello." } },
    });
    await ask?.("Bash", { command: "ls" }, {});
    // Arguments as text are what the tool gets, too.
    await ask?.("mcp__office__call_tool", { name: "slack_post", arguments: '{"text":"Hi."}' }, {});
    expect(asked).toEqual([
      ["mcp__office__slack_post", { text: "Hi." }, []],
      ["Bash", { command: "ls" }, undefined],
      ["mcp__office__slack_post", { text: "Hi." }, []],
    ]);
    expect(allowedTools).toEqual(["mcp__office__find_tools"]);
  });

  it("takes the arguments that a hook changes, and applies rules to them", async () => {
    ran.length = 0;
    const started = [{ matcher: "resume", hooks: [async () => ({})] }];
    const given = createToolcrib(tools).options<QueryOptions>({
      allowedTools: ["mcp__toolcrib__*"],
      disallowedTools: ["mcp__toolcrib__slack_post(text:secret*)"],
      hooks: {
        SessionStart: started,
        PreToolUse: [
          {
            matcher: "mcp__toolcrib__slack_.*",
            hooks: [
              async ({ tool_input }: { readonly tool_input: { readonly text: string } }) => ({
                hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { text: tool_input.text.slice(1) } },
              }),
            ],
          },
        ],
      },
    });
    const call = await connectFakeClaudeCode(given);

    expect(await call(bridged("slack_post", { text: "1Hello." }))).toBe(true);
    expect(await call(bridged("slack_post", { text: "1secret" }))).toBe(false);
    expect(ran).toEqual([{ text: "Hello." }]);
    expect(given.hooks?.["SessionStart"]).toBe(started);
  });

  it("runs nothing that its hook has not seen, if there are rules", async () => {
    ran.length = 0;
    const { call } = await connect(createToolcrib(tools), { disallowedTools: ["mcp__toolcrib__clock"] });

    expect(await call("call_tool", { name: "slack_post", arguments: { text: "Hi." } })).toEqual({
      text: "mcp__toolcrib__slack_post was not run: the rules were not applied to this call.",
      isError: true,
    });
    expect(ran).toEqual([]);
  });

  it.each([{}, { arguments: { text: "Hi." } }, { name: "no_such_tool", arguments: {} }])(
    "answers a call of the bridge that means no tool, and asks nobody: %j",
    async (input) => {
      const asked: string[] = [];
      const given = createToolcrib(tools).options<QueryOptions>({
        canUseTool: async (name) => {
          asked.push(name);
          return { behavior: "allow" };
        },
      });
      const call = await connectFakeClaudeCode(given);

      ran.length = 0;
      await call({ toolName: "mcp__toolcrib__call_tool", input });
      expect([asked, ran]).toEqual([[], []]);
    },
  );

  it("gives a subagent that may call a tool the bridge and the search, and no other", () => {
    const agents = {
      lister: { description: "Lists.", prompt: "List.", tools: ["mcp__toolcrib__slack_post", "Read"] },
      reader: { description: "Reads.", prompt: "Read.", tools: ["Read"] },
    };
    const given = createToolcrib(tools).options<QueryOptions>({ agents });

    expect(given.agents?.["lister"].tools).toEqual([
      ...agents.lister.tools,
      "mcp__toolcrib__find_tools",
      "mcp__toolcrib__call_tool",
    ]);
    expect(given.agents?.["reader"]).toBe(agents.reader);
  });

  it.each([
    [{ permissionPromptToolName: "mcp__guard__ask" }, /permissionPromptToolName .* canUseTool instead/],
    [{ extraArgs: { "disallowed-tools": "x" } }, /extraArgs .* the option of the same meaning/],
    [{ toolAliases: { Bash: "mcp__toolcrib__slack_post" } }, /toolAliases .* name this one in eager/],
    [
      { settings: { hooks: { PreToolUse: [{ matcher: "mcp__toolcrib__slack_post", hooks: [] }] } } },
      /settings.hooks.PreToolUse .* the option hooks/,
    ],
  ])("rejects what would decide about the bridge instead of the tool: %j", (given, message) => {
    expect(() => createToolcrib(tools).options(given)).toThrow(message);
    expect(() => createToolcrib(tools, { loader: "tool-search" }).options(given)).not.toThrow();
  });

  it.each([
    [[clock, clock], {}, /share the name "clock"/],
    [tools, { searchToolName: "clock" }, /already include one named clock/],
    [[asTool("old", "Old.", { inputSchema: { text: z3.string() } as never })], {}, /expected zod 4 schemas for old/],
    [
      tools,
      { serverName: "my server" },
      /serverName is not usable: expected letters, digits, - and single _, got "my server"/,
    ],
    [tools, { loader: "append" }, /expected one of bridge, tool-search, got "append"/],
    [tools, { eager: ["clok"] }, /eager is not usable: expected names of tools; nearest names: clock, got "clok"/],
    [
      tools,
      { hints: { slack_pots: "ping" } },
      /hints is not usable: expected names of tools; nearest names: slack_post/,
    ],
    [{}, {}, /tools is not usable: expected an array of tools, got an object/],
    [[null], {}, /expected an array of tools, got null at index 0/],
  ])("rejects bad input", (given, bad, message) => {
    expect(() => createToolcrib(given as never, bad as never)).toThrow(message);
  });
});
