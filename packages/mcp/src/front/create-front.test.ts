import { afterEach, describe, expect, it, vi } from "vitest";
import { connectClient, textOf } from "../testing/client.ts";
import { call, closeFronts, listed, openClient, ownTools } from "../testing/open-front.ts";
import { realEntry } from "../testing/real-programs.ts";
import { newFolder, scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closeFronts);

const echo = { name: "echo", inputSchema: { type: "object" } };
const only = { name: "only", inputSchema: { type: "object" } };

describe("the front", () => {
  it("finds, describes and calls tools of real servers, and its list stays the same", async () => {
    const { client } = await openClient({
      entries: [realEntry("everything"), realEntry("memory"), realEntry("files", [newFolder()])],
    });
    expect(await listed(client)).toEqual(ownTools);

    const found = textOf(await call(client, "search_tools", { query: "read a file", limit: 2 }));
    expect(found).toContain('{"name":"mcp__files__read_');
    expect(found).toContain('"inputSchema":{');
    expect(await listed(client)).toEqual(ownTools);

    const described = textOf(await call(client, "describe_tools", { names: ["mcp__memory__create_entities"] }));
    expect(JSON.parse(described)).toMatchObject({ name: "mcp__memory__create_entities" });

    const input = { name: "mcp__everything__echo", arguments: { message: "hi" } };
    expect(textOf(await call(client, "call_tool", input))).toBe("Echo: hi");
    expect(textOf(await call(client, "mcp__everything__echo", { message: "direct" }))).toBe("Echo: direct");
  });

  it("describes at most 100 tools in one call, with hints for the first three names that do not exist", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });
    const describeTools = (names: readonly string[]) => call(client, "describe_tools", { names });
    const unknown = Array.from({ length: 99 }, (_, number) => `mcp__a__eco${number}`);

    const lines = textOf(await describeTools([...unknown, "mcp__a__echo"])).split("\n");
    expect(lines).toHaveLength(100);
    expect(lines.filter((line) => line.includes("Nearest names: mcp__a__echo"))).toHaveLength(3);
    expect(lines[3]).toBe('No tool "mcp__a__eco3".');
    expect(lines[99]).toContain('"name":"mcp__a__echo"');

    const tooMany = await describeTools([...unknown, "mcp__a__echo", "mcp__a__crash"]);
    expect(tooMany).toMatchObject({ isError: true });
    expect(textOf(tooMany)).toBe(
      "describe_tools: expected at most 100 names, got 101. Ask for the tools that are needed now.",
    );
  });

  it("W-MCP18 does not change its list at a find, so that a client's prompt cache stays valid", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });
    const changed = vi.fn();
    client.setNotificationHandler("notifications/tools/list_changed", changed);
    const before = await client.listTools();

    await call(client, "search_tools", { query: "select:mcp__a__echo" });
    await call(client, "describe_tools", { names: ["mcp__a__echo"] });
    await call(client, "call_tool", { name: "mcp__a__echo", arguments: { text: "x" } });

    expect(await client.listTools()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain("can be called directly");
    expect(changed).not.toHaveBeenCalled();
  });

  it("W-MCP18 lists found tools if configured, and notifies clients once that the list grew", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] }, { listFoundTools: true });
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      changes++;
    });
    const before = await client.listTools();

    await call(client, "search_tools", { query: "select:mcp__a__echo" });
    await expect.poll(() => changes).toBe(1);
    const after = await client.listTools();
    await call(client, "search_tools", { query: "select:mcp__a__echo" });
    await call(client, "mcp__a__echo", { text: "x" });

    expect(changes).toBe(1);
    // The earlier list is an unchanged prefix of the new one.
    expect(JSON.stringify(after.tools).startsWith(JSON.stringify(before.tools).slice(0, -1))).toBe(true);
  });

  it("describes its servers in the search tool's description, within a budget", async () => {
    const entries = [
      scriptedEntry("one", { instructions: "Keeps orders. Ask for the number first." }),
      scriptedEntry("two"),
    ];
    const { client, front } = await openClient({ entries });
    const [search] = (await client.listTools()).tools;

    expect(search?.description).toContain("16 tools of 2 MCP servers");
    expect(search?.description).toContain("- one (8): Keeps orders. ask, crash, echo");
    expect(search?.description).not.toContain("number first");
    expect((await (await connectClient(front)).listTools()).tools[0]).toEqual(search);

    const many = Array.from({ length: 30 }, (_, position) => scriptedEntry(`server-with-a-long-name-${position}`));
    const small = await openClient({ entries: many.slice(0, 3) }, { descriptionTokens: 30 });
    const description = (await small.client.listTools()).tools[0]?.description ?? "";
    expect(description).toMatch(/24 tools of 3 MCP servers: .*and 1 more server\.$/);
  });

  it("lists pinned tools from the start, sorted by name, with everything the server says about them", async () => {
    const tools = [
      { name: "b", inputSchema: { type: "object" }, annotations: { readOnlyHint: true }, _meta: { x: 1 }, title: "B" },
      { name: "a", inputSchema: { type: "object" }, outputSchema: { type: "object" } },
      { name: "c", inputSchema: { type: "object" } },
    ];
    const { client } = await openClient(
      { entries: [scriptedEntry("s", { tools })] },
      {
        policy: [
          { action: "pin", name: "mcp__s__b" },
          { action: "pin", name: "mcp__s__a" },
        ],
      },
    );

    const { tools: list } = await client.listTools();
    expect(list.map(({ name }) => name)).toEqual([...ownTools, "mcp__s__a", "mcp__s__b"]);
    expect(list.at(-1)).toEqual({ ...tools[0], name: "mcp__s__b" });
  });

  it("W-MCP17 lists the tools of an alwaysLoad server, a tool marked alwaysLoad, and a whole small catalogue if configured", async () => {
    const always = await openClient({ entries: [scriptedEntry("a", {}, { alwaysLoad: true }), scriptedEntry("b")] });
    expect(await listed(always.client)).toHaveLength(3 + 8);

    const marked = { ...only, _meta: { "anthropic/alwaysLoad": true } };
    const one = await openClient({ entries: [scriptedEntry("a", { tools: [echo, marked] })] });
    expect(await listed(one.client)).toEqual([...ownTools, "mcp__a__only"]);

    const small = await openClient({ entries: [scriptedEntry("a"), scriptedEntry("b")] }, { listAllUpTo: 20 });
    expect(await listed(small.client)).toHaveLength(3 + 16);
  });

  it("can list pinned tools under their own names, and never mixes up two that share one", async () => {
    const { client } = await openClient(
      { entries: [scriptedEntry("a", { label: "A" }), scriptedEntry("b", { label: "B", tools: [echo, only] })] },
      { policy: [{ action: "pin", name: "mcp__*" }], pinnedNames: "own" },
    );

    const names = await listed(client);
    expect(names).toContain("only");
    expect(names).toContain("mcp__a__echo");
    expect(names).not.toContain("echo");
    expect(textOf(await call(client, "mcp__b__echo", { text: "x" }))).toBe("Bx");
    expect(await call(client, "echo", { text: "x" })).toMatchObject({ isError: true });
  });

  it("follows a server's list: removed tools are not found or called", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] }, { listFoundTools: true });
    await call(client, "search_tools", { query: "select:mcp__a__echo,mcp__a__crash" });
    expect(await listed(client)).toContain("mcp__a__crash");
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      changes++;
    });

    const tools = [{ name: "fresh", description: "Bakes bread.", inputSchema: { type: "object" } }];
    await call(client, "call_tool", { name: "mcp__a__set_tools", arguments: { tools } });
    await expect.poll(() => listed(client)).toEqual(ownTools);

    await expect.poll(() => changes).toBeGreaterThan(0);
    expect(textOf(await call(client, "search_tools", { query: "bake bread" }))).toContain("mcp__a__fresh");
    expect(await call(client, "mcp__a__echo", { text: "x" })).toMatchObject({ isError: true });
  });
});
