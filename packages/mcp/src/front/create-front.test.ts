import type { Client } from "@modelcontextprotocol/client";
import { ToolIndex } from "@toolcrib/search";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFront, type FrontOptions, type PoolOptions, ServerPool } from "../index.ts";
import { connectClient, textOf } from "../testing/client.ts";
import { realEntry } from "../testing/real-programs.ts";
import { newFolder, scriptedEntry } from "../testing/scripted-entry.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const wordsOnly = () => new ToolIndex({ embedder: null });

async function openFront(poolOptions: PoolOptions, options: Partial<FrontOptions> = {}) {
  const pool = new ServerPool({ cacheFolder: null, endMilliseconds: 300, ...poolOptions });
  closing.push(() => pool.close());
  await pool.settled(20_000);
  const front = await createFront({ pool, index: wordsOnly(), ...options });
  closing.push(() => front.close());
  return { pool, front };
}

async function openClient(poolOptions: PoolOptions, options: Partial<FrontOptions> = {}, name?: string) {
  const { pool, front } = await openFront(poolOptions, options);
  const client = await connectClient(front, name);
  closing.push(() => client.close());
  return { pool, front, client };
}

const call = (client: Client, name: string, input: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: input });
const listed = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const ownTools = ["search_tools", "describe_tools", "call_tool"];

describe("the front", () => {
  it("finds, describes and calls tools of real servers, and lists what was found", async () => {
    const { client } = await openClient({
      entries: [realEntry("everything"), realEntry("memory"), realEntry("files", [newFolder()])],
    });
    expect(await listed(client)).toEqual(ownTools);

    const found = textOf(await call(client, "search_tools", { query: "read a file", limit: 2 }));
    expect(found).toContain('{"name":"mcp__files__read_');
    expect(found).toContain('"inputSchema":{');
    expect((await listed(client)).slice(0, 3)).toEqual(ownTools);
    expect((await listed(client)).some((name) => name.startsWith("mcp__files__read_"))).toBe(true);

    const described = textOf(await call(client, "describe_tools", { names: ["mcp__memory__create_entities"] }));
    expect(JSON.parse(described)).toMatchObject({ name: "mcp__memory__create_entities" });

    const input = { name: "mcp__everything__echo", arguments: { message: "hi" } };
    expect(textOf(await call(client, "call_tool", input))).toBe("Echo: hi");
    expect(textOf(await call(client, "mcp__everything__echo", { message: "direct" }))).toBe("Echo: direct");
  });

  it("tells clients that the list grew, once", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      changes++;
    });
    const before = await client.listTools();

    await call(client, "search_tools", { query: "select:mcp__a__echo" });
    await vi.waitFor(() => expect(changes).toBe(1));
    const after = await client.listTools();
    await call(client, "search_tools", { query: "select:mcp__a__echo" });
    await call(client, "mcp__a__echo", { text: "x" });

    expect(changes).toBe(1);
    // What was listed before stands unchanged before what is new.
    expect(JSON.stringify(after.tools).startsWith(JSON.stringify(before.tools).slice(0, -1))).toBe(true);
  });

  it("says in the search tool's description what is behind it, within a budget", async () => {
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

  it("lists pinned tools from the start, in the order of their names, with everything the server says of them", async () => {
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

  it("lists the tools of an alwaysLoad server, and a small catalogue whole if it is told to", async () => {
    const always = await openClient({ entries: [scriptedEntry("a", {}, { alwaysLoad: true }), scriptedEntry("b")] });
    expect(await listed(always.client)).toHaveLength(3 + 8);

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

  it("follows a server's list: what is gone is neither found nor called", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });
    await call(client, "search_tools", { query: "select:mcp__a__echo,mcp__a__crash" });
    expect(await listed(client)).toContain("mcp__a__crash");
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      changes++;
    });

    const tools = [{ name: "fresh", description: "Bakes bread.", inputSchema: { type: "object" } }];
    await call(client, "call_tool", { name: "mcp__a__set_tools", arguments: { tools } });
    await vi.waitFor(async () => expect(await listed(client)).toEqual(ownTools));

    await vi.waitFor(() => expect(changes).toBeGreaterThan(0));
    expect(textOf(await call(client, "search_tools", { query: "bake bread" }))).toContain("mcp__a__fresh");
    expect(await call(client, "mcp__a__echo", { text: "x" })).toMatchObject({ isError: true });
  });
});

const echo = { name: "echo", inputSchema: { type: "object" } };
const only = { name: "only", inputSchema: { type: "object" } };

describe("an empty answer", () => {
  it("law 6 says how many were searched, what is near, and which servers are missing and why", async () => {
    const { client } = await openClient({
      entries: [
        scriptedEntry("good"),
        scriptedEntry("broken", { failAlways: true }),
        scriptedEntry("off", {}, { disabled: true }),
      ],
    });

    const text = textOf(await call(client, "search_tools", { query: "mcp__good__ecko" }));

    expect(text).toContain("No tool matches. 8 tools of 1 servers were searched.");
    expect(text).toContain("Nearest names: mcp__good__echo");
    expect(text).toContain("The server broken failed:");
    expect(text).toContain("no database");
    expect(text).toContain("Disabled in the config: off.");
  });

  it("F32 waits a bounded time for servers that are still connecting, and names them", async () => {
    const pool = new ServerPool({ entries: [scriptedEntry("slow", { silent: true })], cacheFolder: null });
    closing.push(() => pool.close());
    const front = await createFront({ pool, index: wordsOnly(), waitMilliseconds: 20 });
    const client = await connectClient(front);
    closing.push(() => client.close());

    expect(textOf(await call(client, "search_tools", { query: "anything" }))).toContain("Still connecting: slow");
  });

  it("F32 finds the tools of a server that connects while the search waits", async () => {
    const pool = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder: null, endMilliseconds: 300 });
    closing.push(() => pool.close());
    const front = await createFront({ pool, index: wordsOnly() });
    const client = await connectClient(front);
    closing.push(() => client.close());

    expect(textOf(await call(client, "search_tools", { query: "mcp__a__echo" }))).toContain('"name":"mcp__a__echo"');
  });

  it("nudges after the third fruitless search in a row", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });
    const search = async (query: string) => textOf(await call(client, "search_tools", { query }));
    const nudge = "Do not search for the same thing again";

    expect(await search("zzz")).not.toContain(nudge);
    expect(await search("zzz")).not.toContain(nudge);
    expect(await search("zzz")).toContain(nudge);
    await search("echo");
    expect(await search("zzz")).not.toContain(nudge);
  });

  it.each([[{}], [{ query: 5 }], [{ query: " " }], [{ query: "/(/" }]])("says what is wrong with %j", async (input) => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    expect(await call(client, "search_tools", input)).toMatchObject({ isError: true });
  });
});

describe("a call through the front", () => {
  it("F37 is checked against the real schema, and told the path and the schema", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    const wrong = await call(client, "call_tool", { name: "mcp__a__echo", arguments: { text: 5 } });
    expect(wrong).toMatchObject({ isError: true });
    expect(textOf(wrong)).toContain("mcp__a__echo was not called: /text:");
    expect(textOf(wrong)).toContain('Its schema: {"type":"object","properties":{"text":{"type":"string"}}');
    expect(await call(client, "mcp__a__echo")).toMatchObject({ isError: true });
    expect(await call(client, "call_tool", { name: "mcp__a__echo", arguments: [1] })).toMatchObject({ isError: true });
  });

  it("F38 takes arguments that came as a text", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    const input = { name: "mcp__a__echo", arguments: '{"text":"hi"}' };
    expect(textOf(await call(client, "call_tool", input))).toBe("hi");
  });

  it("F43 of an unknown name runs nothing and names up to three that are near", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a"), scriptedEntry("b")] });

    const result = await call(client, "call_tool", { name: "mcp__a__echoo", arguments: { text: "x" } });

    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain(
      'There is no tool "mcp__a__echoo", and nothing was called. Nearest names: mcp__a__echo',
    );
    expect(await call(client, "call_tool", {})).toMatchObject({ isError: true });
  });

  it("brings results, structured ones and images, and the server's own errors back unchanged", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    const expected = {
      content: [
        { type: "text", text: "hello", annotations: { audience: ["user"] }, _meta: { a: 1 } },
        { type: "image", data: "aGk=", mimeType: "image/png" },
        { type: "resource_link", uri: "x://y", name: "y" },
      ],
      structuredContent: { n: 1, deep: { list: [1, 2] } },
      isError: false,
      _meta: { "example.org/trace": "t", echoed: { mine: 1 } },
      unknownField: { kept: true },
    };
    const params = { name: "mcp__a__rich", arguments: {}, _meta: { mine: 1 } };
    expect(await client.callTool(params)).toEqual(expected);
    expect(await client.callTool({ ...params, name: "call_tool", arguments: { name: "mcp__a__rich" } })).toEqual(
      expected,
    );
    await expect(call(client, "mcp__a__fail")).rejects.toMatchObject({ code: -32050, data: { why: "because" } });
  });

  it("passes progress on, and cancellation", async () => {
    const { client, pool } = await openClient({ entries: [scriptedEntry("a")] });
    const controller = new AbortController();
    const progress: unknown[] = [];

    const running = client.callTool(
      { name: "mcp__a__slow", arguments: {} },
      {
        signal: controller.signal,
        onprogress: (step) => {
          progress.push(step);
          controller.abort(new Error("enough"));
        },
      },
    );

    await expect(running).rejects.toThrow("enough");
    expect(progress).toEqual([{ progress: 1, total: 2, message: "half" }]);
    expect(await pool.callTool("mcp__a__echo", { text: "still there" })).toMatchObject({ content: [{}] });
  });

  it("is a tool error when the server ends, and works again afterwards", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")], restart: { firstMilliseconds: 5 } });

    const lost = await call(client, "mcp__a__crash");
    expect(lost).toMatchObject({ isError: true });
    expect(textOf(lost)).toContain("ended while the call was running");
    expect(textOf(await call(client, "mcp__a__echo", { text: "again" }))).toBe("again");
  });

  it("passes a server's question on to the client, and says so where the client answers none", async () => {
    const { front } = await openFront({
      entries: [scriptedEntry("a")],
      clientCapabilities: { elicitation: { form: {} } },
    });
    const able = await connectClient(front, "able", { capabilities: { elicitation: { form: {} } } });
    able.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { sure: true } }));
    const unable = await connectClient(front, "unable");
    closing.push(async () => {
      await able.close();
      await unable.close();
    });

    expect(textOf(await call(able, "mcp__a__ask"))).toBe('{"action":"accept","content":{"sure":true}}');
    expect(textOf(await call(unable, "mcp__a__ask"))).toContain("does not answer elicitation/create");
  });
});

describe("policy", () => {
  const entries = [scriptedEntry("a"), scriptedEntry("b")];

  it("F71 denies by the real name, however the tool is called", async () => {
    const { client, pool } = await openClient({ entries }, { policy: [{ action: "deny", name: "mcp__a__echo" }] });
    const callTool = vi.spyOn(pool, "callTool");

    for (const result of [
      await call(client, "call_tool", { name: "mcp__a__echo", arguments: { text: "x" } }),
      await call(client, "mcp__a__echo", { text: "x" }),
    ]) {
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toContain("a rule of the user's policy forbids it");
    }
    expect(callTool).not.toHaveBeenCalled();
    expect(textOf(await call(client, "search_tools", { query: "mcp__a__echo" }))).not.toContain(
      '"name":"mcp__a__echo"',
    );
    expect(await call(client, "describe_tools", { names: ["mcp__a__echo"] })).toMatchObject({ isError: true });
    expect(textOf(await call(client, "mcp__b__echo", { text: "fine" }))).toBe("fine");
  });

  it("F71 denies by the real arguments, also when they came as a text", async () => {
    const policy = [{ action: "deny", name: "*echo", arguments: { text: "/etc/*" } }] as const;
    const { client } = await openClient({ entries }, { policy });

    expect(textOf(await call(client, "mcp__a__echo", { text: "/home/x" }))).toBe("/home/x");
    expect(await call(client, "mcp__a__echo", { text: "/etc/passwd" })).toMatchObject({ isError: true });
    const wrapped = { name: "mcp__a__echo", arguments: '{"text":"/etc/passwd"}' };
    expect(await call(client, "call_tool", wrapped)).toMatchObject({ isError: true });
  });

  it("hides a tool, or a whole server, as if it were not there", async () => {
    const { client } = await openClient({ entries }, { policy: [{ action: "hide", server: "b" }] });

    expect((await client.listTools()).tools[0]?.description).not.toContain("- b");
    const unknown = textOf(await call(client, "mcp__b__echo", { text: "x" }));
    expect(unknown).toContain("There is no tool");
    expect(textOf(await call(client, "search_tools", { query: "mcp__b" }))).toContain("No tool matches. 8 tools");
  });

  it("can depend on the client", async () => {
    const policy = [{ action: "hide", server: "a", client: "guest*" }] as const;
    const { client } = await openClient({ entries }, { policy }, "guest-app");
    const member = await openClient({ entries }, { policy }, "member");

    expect(await call(client, "mcp__a__echo", { text: "x" })).toMatchObject({ isError: true });
    expect(textOf(await call(member.client, "mcp__a__echo", { text: "x" }))).toBe("x");
  });

  it("takes the rules of a server's own entry first", async () => {
    const own = scriptedEntry("a", {}, { policy: [{ action: "deny", name: "*echo", server: "a" }] });
    const { client } = await openClient({ entries: [own] }, { policy: [{ action: "pin", name: "*echo" }] });

    expect(await listed(client)).toEqual(ownTools);
  });
});
