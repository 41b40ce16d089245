import { afterEach, describe, expect, it, vi } from "vitest";
import { closePools, settledPool, stateOf } from "../testing/open-pool.ts";
import { realEntry } from "../testing/real-programs.ts";
import richResult from "../testing/rich-result.json" with { type: "json" };
import { newFolder, scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closePools);

describe("a pool", () => {
  it("lists and calls the tools of real servers", async () => {
    const { pool } = await settledPool({
      entries: [realEntry("everything"), realEntry("memory"), realEntry("files", [newFolder()])],
    });

    expect(pool.servers().map(({ name, state }) => [name, state])).toEqual([
      ["everything", "ready"],
      ["files", "ready"],
      ["memory", "ready"],
    ]);
    expect(pool.tool("mcp__everything__echo")?.definition.name).toBe("echo");
    expect(await pool.callTool("mcp__everything__echo", { message: "hi" })).toMatchObject({
      content: [{ type: "text", text: "Echo: hi" }],
    });
    expect(pool.tools().length).toBeGreaterThan(25);
    expect(pool.lists("everything").prompts.length).toBeGreaterThan(0);
    expect(pool.lists("everything").resourceTemplates.length).toBeGreaterThan(0);
  });

  it("F70 reads lists to their last page", async () => {
    const tools = Array.from({ length: 88 }, (_, position) => ({ name: `t${position}`, inputSchema: {} }));
    const { pool } = await settledPool({ entries: [scriptedEntry("a", { tools, pageSize: 25 })] });

    expect(pool.tools()).toHaveLength(88);
  });

  it("fails a server whose list never ends", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a", { pageSize: 2, endless: true })] });

    expect(pool.servers()[0]).toMatchObject({ state: "failed" });
    expect(pool.servers()[0]?.reason).toContain("does not end: tools/list");
  });

  it("F43 never lets one server answer for another", async () => {
    const { pool } = await settledPool({
      entries: [scriptedEntry("a", { label: "A" }), scriptedEntry("b", { label: "B" })],
    });

    expect(await pool.callTool("mcp__a__echo", { text: "x" })).toMatchObject({ content: [{ text: "Ax" }] });
    expect(await pool.callTool("mcp__b__echo", { text: "x" })).toMatchObject({ content: [{ text: "Bx" }] });
    await expect(pool.callTool("mcp__c__echo", { text: "x" })).rejects.toMatchObject({ code: "unknown_tool" });
    await expect(pool.callTool("echo", { text: "x" })).rejects.toMatchObject({ code: "unknown_tool" });
  });

  it("reports why a server failed, and continues with the others", async () => {
    const { pool } = await settledPool({
      entries: [
        scriptedEntry("a", { failAlways: true }),
        scriptedEntry("b", {}, { command: "/does/not/exist" }),
        scriptedEntry("c", {}, { disabled: true }),
        scriptedEntry("d"),
      ],
    });

    const [a, b, c, d] = pool.servers();
    expect(a).toMatchObject({ state: "failed" });
    expect(a?.reason).toContain("cannot start: no database");
    expect(a?.stderr).toContain("cannot start: no database");
    expect(b).toMatchObject({ state: "failed" });
    expect(b?.reason).toContain("ENOENT");
    expect(c).toMatchObject({ state: "disabled", tools: 0 });
    expect(d).toMatchObject({ state: "ready" });
    await expect(pool.connect("c")).rejects.toMatchObject({ code: "server_disabled" });
    await expect(pool.connect("x")).rejects.toThrow("expected one of a, b, c, d");
  });

  it("fails a silent server after a bounded time", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a", { silent: true })], connectMilliseconds: 200 });

    expect(stateOf(pool)).toBe("failed");
  });

  it("passes the server its variables, and only harmless ones of our own", async () => {
    vi.stubEnv("SECRET_OF_OURS", "1");
    const entry = scriptedEntry("a");
    const { pool } = await settledPool({ entries: [{ ...entry, env: { ...entry.env, MINE: "yes" } }] });

    expect(await pool.callTool("mcp__a__environment", { text: "MINE" })).toMatchObject({ content: [{ text: "yes" }] });
    expect(await pool.callTool("mcp__a__environment", { text: "SECRET_OF_OURS" })).toMatchObject({
      content: [{ text: "" }],
    });
    vi.unstubAllEnvs();
  });

  it("keeps stray output of a server, and continues", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a", { greeting: "Welcome!" })] });

    expect(stateOf(pool)).toBe("ready");
    expect(pool.servers()[0]?.stderr).toContain("Welcome!");
  });

  it("returns results unchanged", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a")] });

    expect(await pool.callTool("mcp__a__rich", {}, { meta: { x: 1 } })).toEqual({
      ...richResult,
      _meta: { ...richResult._meta, echoed: { x: 1 } },
    });
    await expect(pool.callTool("mcp__a__fail", {})).rejects.toMatchObject({ code: -32050, data: { why: "because" } });
  });

  it("is a toolset connection for the gateway", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a", { label: "A" })] });
    const connection = pool.connection("a");
    const { signal } = new AbortController();

    expect((await connection.listTools(signal)).map(({ name }) => name)).toContain("echo");
    expect(await connection.callTool("echo", { text: "x" }, signal)).toEqual({
      content: [{ type: "text", text: "Ax" }],
      isError: false,
    });
    expect(await connection.callTool("nope", {}, signal)).toMatchObject({ isError: true });
    expect(await connection.callTool("crash", {}, signal)).toMatchObject({ isError: true });
  });
});

describe("a list that changes", () => {
  it("reports only the tools whose content differs", async () => {
    const one = { name: "one", description: "1", inputSchema: { type: "object", a: 1, b: 2 } };
    const two = { name: "two", description: "2", inputSchema: { type: "object" } };
    const set = { name: "set_tools", inputSchema: { type: "object" } };
    const { pool, events } = await settledPool({ entries: [scriptedEntry("a", { tools: [one, two, set] })] });
    const kept = pool.tool("mcp__a__one");
    events.length = 0;

    const sameOne = { inputSchema: { b: 2, a: 1, type: "object" }, description: "1", name: "one" };
    const tools = [sameOne, { ...two, description: "two" }, set, { name: "three", inputSchema: {} }];
    await pool.callTool("mcp__a__set_tools", { tools });
    await expect.poll(() => events).toHaveLength(1);

    expect(events[0]).toMatchObject({
      type: "tools",
      added: [{ name: "mcp__a__three" }],
      changed: [{ name: "mcp__a__two", definition: { description: "two" } }],
      removed: [],
    });
    expect(pool.tool("mcp__a__one")).toBe(kept);

    await pool.callTool("mcp__a__set_tools", { tools: [set] });
    await expect.poll(() => events).toHaveLength(2);
    expect(pool.tools().map(({ name }) => name)).toEqual(["mcp__a__set_tools"]);
  });
});
