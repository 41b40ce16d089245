import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type PoolEvent, type PoolOptions, ServerPool } from "../index.ts";
import { realEntry } from "../testing/real-programs.ts";
import { newFolder, scriptedEntry } from "../testing/scripted-entry.ts";

const pools: ServerPool[] = [];

function open(options: PoolOptions): { readonly pool: ServerPool; readonly events: PoolEvent[] } {
  const pool = new ServerPool({ cacheFolder: null, endMilliseconds: 300, ...options });
  const events: PoolEvent[] = [];
  pool.subscribe((event) => events.push(event));
  pools.push(pool);
  return { pool, events };
}

async function opened(options: PoolOptions) {
  const { pool, events } = open(options);
  await pool.settled(20_000);
  return { pool, events };
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const state = (pool: ServerPool, name = "a") => pool.servers().find((server) => server.name === name)?.state;

describe("a pool", () => {
  it("lists and calls the tools of real servers", async () => {
    const { pool } = await opened({
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
    const { pool } = await opened({ entries: [scriptedEntry("a", { tools, pageSize: 25 })] });

    expect(pool.tools()).toHaveLength(88);
  });

  it("fails a server whose list never ends", async () => {
    const { pool } = await opened({ entries: [scriptedEntry("a", { pageSize: 2, endless: true })] });

    expect(pool.servers()[0]).toMatchObject({ state: "failed" });
    expect(pool.servers()[0]?.reason).toContain("never ends its tools/list");
  });

  it("zai#551 never lets one server answer for another", async () => {
    const { pool } = await opened({
      entries: [scriptedEntry("a", { label: "A" }), scriptedEntry("b", { label: "B" })],
    });

    expect(await pool.callTool("mcp__a__echo", { text: "x" })).toMatchObject({ content: [{ text: "Ax" }] });
    expect(await pool.callTool("mcp__b__echo", { text: "x" })).toMatchObject({ content: [{ text: "Bx" }] });
    await expect(pool.callTool("mcp__c__echo", { text: "x" })).rejects.toMatchObject({ code: "unknown_tool" });
    await expect(pool.callTool("echo", { text: "x" })).rejects.toMatchObject({ code: "unknown_tool" });
  });

  it("gives a failed server a reason and goes on with the others", async () => {
    const { pool } = await opened({
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

  it("fails a server that says nothing, after a bounded time", async () => {
    const { pool } = await opened({ entries: [scriptedEntry("a", { silent: true })], connectMilliseconds: 200 });

    expect(state(pool)).toBe("failed");
  });

  it("gives the server its variables, and of ours only the harmless ones", async () => {
    vi.stubEnv("SECRET_OF_OURS", "1");
    const entry = scriptedEntry("a");
    const { pool } = await opened({ entries: [{ ...entry, env: { ...entry.env, MINE: "yes" } }] });

    expect(await pool.callTool("mcp__a__environment", { text: "MINE" })).toMatchObject({ content: [{ text: "yes" }] });
    expect(await pool.callTool("mcp__a__environment", { text: "SECRET_OF_OURS" })).toMatchObject({
      content: [{ text: "" }],
    });
    vi.unstubAllEnvs();
  });

  it("keeps what a server prints where it should not, and goes on", async () => {
    const { pool } = await opened({ entries: [scriptedEntry("a", { greeting: "Welcome!" })] });

    expect(state(pool)).toBe("ready");
    expect(pool.servers()[0]?.stderr).toContain("Welcome!");
  });

  it("passes results on unchanged", async () => {
    const { pool } = await opened({ entries: [scriptedEntry("a")] });

    expect(await pool.callTool("mcp__a__rich", {}, { meta: { x: 1 } })).toEqual({
      content: [
        { type: "text", text: "hello", annotations: { audience: ["user"] }, _meta: { a: 1 } },
        { type: "image", data: "aGk=", mimeType: "image/png" },
        { type: "resource_link", uri: "x://y", name: "y" },
      ],
      structuredContent: { n: 1, deep: { list: [1, 2] } },
      isError: false,
      _meta: { "example.org/trace": "t", echoed: { x: 1 } },
      unknownField: { kept: true },
    });
    await expect(pool.callTool("mcp__a__fail", {})).rejects.toMatchObject({ code: -32050, data: { why: "because" } });
  });

  it("is a toolset connection for the gateway", async () => {
    const { pool } = await opened({ entries: [scriptedEntry("a", { label: "A" })] });
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

describe("a call", () => {
  it("tells of progress and is cancelled at the server", async () => {
    const cancelFile = join(newFolder(), "cancelled");
    const { pool } = await opened({ entries: [scriptedEntry("a", { cancelFile })] });
    const controller = new AbortController();
    const progress: unknown[] = [];

    const call = pool.callTool(
      "mcp__a__slow",
      {},
      {
        signal: controller.signal,
        onProgress: (step) => {
          progress.push(step);
          controller.abort(new Error("enough"));
        },
      },
    );

    await expect(call).rejects.toThrow("enough");
    expect(progress).toEqual([{ progress: 1, total: 2, message: "half" }]);
    await vi.waitFor(() => expect(existsSync(cancelFile)).toBe(true));
  });

  it("passes a server's question on to the one who called, and to nobody where several could be meant", async () => {
    const { pool } = await opened({
      entries: [scriptedEntry("a")],
      clientCapabilities: { elicitation: { form: {} } },
    });
    const channel = (caller: string) => ({
      caller,
      request: async (method: string) => ({ action: "accept", content: { method, caller } }),
      log: () => {},
    });

    const answered = await pool.callTool("mcp__a__ask", {}, { channel: channel("one") });
    expect(JSON.stringify(answered)).toContain('\\"caller\\":\\"one\\"');

    const other = new AbortController();
    const running = pool.callTool("mcp__a__slow", {}, { channel: channel("two"), signal: other.signal });
    const refused = await pool.callTool("mcp__a__ask", {}, { channel: channel("one") });
    expect(JSON.stringify(refused)).toContain("several clients could be meant");
    other.abort(new Error("done"));
    await expect(running).rejects.toThrow("done");
  });

  it("fails when its server ends, and the server comes back", async () => {
    const { pool, events } = await opened({
      entries: [scriptedEntry("a")],
      restart: { firstMilliseconds: 10 },
      random: () => 0,
    });
    const slow = pool.callTool("mcp__a__slow", {});

    await expect(pool.callTool("mcp__a__crash", {})).rejects.toMatchObject({ code: "server_lost" });
    await expect(slow).rejects.toThrow("out of memory");
    expect(await pool.callTool("mcp__a__echo", { text: "again" })).toMatchObject({ content: [{ text: "again" }] });
    const states = events.flatMap((event) => (event.type === "state" ? [event.state] : []));
    expect(states).toEqual(["connecting", "ready", "restarting", "restarting", "ready"]);
    expect(events.filter(({ type }) => type === "tools")).toHaveLength(1);
  });
});

describe("a server that falls", () => {
  it("is started anew with growing pauses, and not forever", async () => {
    const folder = newFolder();
    const startsFile = join(folder, "starts");
    const pauses: number[] = [];
    const { pool } = await opened({
      entries: [scriptedEntry("a", { startsFile })],
      restart: { attempts: 3, firstMilliseconds: 100 },
      random: () => 1,
      startTimer: (milliseconds, onEnd) => {
        if (milliseconds >= 300 && milliseconds !== 400) return () => {};
        pauses.push(milliseconds);
        const timer = setTimeout(onEnd, 1);
        return () => clearTimeout(timer);
      },
      endMilliseconds: 5_000,
    });

    for (let round = 0; round < 4; round++) {
      await expect(pool.callTool("mcp__a__crash", {})).rejects.toMatchObject({ code: "server_lost" });
    }
    await vi.waitFor(() => expect(state(pool)).toBe("failed"));

    expect(pauses).toEqual([100, 200, 400]);
    expect(readFileSync(startsFile, "utf8").trim().split("\n")).toHaveLength(4);
    expect(pool.servers()[0]?.reason).toContain("it ended 4 times in a row");
    await expect(pool.callTool("mcp__a__echo", { text: "x" })).rejects.toMatchObject({ code: "server_failed" });
  });

  it("tries again when called, some time after it failed", async () => {
    let now = 1_000_000;
    const { pool } = await opened({
      entries: [scriptedEntry("a", { failOnce: join(newFolder(), "failed") })],
      now: () => now,
    });
    expect(state(pool)).toBe("failed");
    await expect(pool.connect("a")).rejects.toMatchObject({ code: "server_failed" });

    now += 60_000;
    expect(await pool.connect("a")).toMatchObject({ state: "ready" });
  });
});

describe("a list that changes", () => {
  it("reports only the tools whose content differs", async () => {
    const one = { name: "one", description: "1", inputSchema: { type: "object", a: 1, b: 2 } };
    const two = { name: "two", description: "2", inputSchema: { type: "object" } };
    const set = { name: "set_tools", inputSchema: { type: "object" } };
    const { pool, events } = await opened({ entries: [scriptedEntry("a", { tools: [one, two, set] })] });
    const kept = pool.tool("mcp__a__one");
    events.length = 0;

    const sameOne = { inputSchema: { b: 2, a: 1, type: "object" }, description: "1", name: "one" };
    const tools = [sameOne, { ...two, description: "two" }, set, { name: "three", inputSchema: {} }];
    await pool.callTool("mcp__a__set_tools", { tools });
    await vi.waitFor(() => expect(events).toHaveLength(1));

    expect(events[0]).toMatchObject({
      type: "tools",
      added: [{ name: "mcp__a__three" }],
      changed: [{ name: "mcp__a__two", definition: { description: "two" } }],
      removed: [],
    });
    expect(pool.tool("mcp__a__one")).toBe(kept);

    await pool.callTool("mcp__a__set_tools", { tools: [set] });
    await vi.waitFor(() => expect(events).toHaveLength(2));
    expect(pool.tools().map(({ name }) => name)).toEqual(["mcp__a__set_tools"]);
  });
});

describe("processes", () => {
  const isRunning = (processId: number) => {
    try {
      process.kill(processId, 0);
      return true;
    } catch {
      return false;
    }
  };

  it("end with the pool, also stubborn ones and those they started", async () => {
    const grandchild = join(newFolder(), "pid");
    const { pool } = await opened({ entries: [scriptedEntry("a", { stubborn: true, grandchild })] });
    const processIds = [pool.servers()[0]?.processId ?? 0, Number(readFileSync(grandchild, "utf8"))];
    expect(processIds.map(isRunning)).toEqual([true, true]);

    await pool.close();

    await vi.waitFor(() => expect(processIds.map(isRunning)).toEqual([false, false]));
  });

  it("end when nobody used them for a while, and come back for a call", async () => {
    const { pool } = await opened({ entries: [scriptedEntry("a")], idleMilliseconds: 50 });
    const processId = pool.servers()[0]?.processId ?? 0;

    await vi.waitFor(() => expect(state(pool)).toBe("cached"));
    await vi.waitFor(() => expect(isRunning(processId)).toBe(false));
    expect(await pool.callTool("mcp__a__echo", { text: "x" })).toMatchObject({ content: [{ text: "x" }] });
  });
});

describe("lazy start", () => {
  it("knows the tools of 40 servers from before and starts none of them until one is called", async () => {
    const cacheFolder = newFolder();
    const startsFile = join(newFolder(), "starts");
    const entries = Array.from({ length: 40 }, (_, position) => scriptedEntry(`s${position}`, { startsFile }));
    const first = new ServerPool({ entries: entries.slice(0, 1), cacheFolder, endMilliseconds: 300 });
    await first.settled(20_000);
    await first.close();
    const [file = ""] = readdirSync(join(cacheFolder, "lists"));
    expect(file).toMatch(/^s0-[0-9a-f]{24}\.json$/);
    // The other 39 have the lists of the first: what counts here is that nothing is started.
    const cached = readFileSync(join(cacheFolder, "lists", file), "utf8");
    expect(cached).not.toContain("startsFile");
    const { pool } = await warmPool(entries, cached);

    expect(pool.tools()).toHaveLength(40 * 8);
    expect(new Set(pool.servers().map((server) => server.state))).toEqual(new Set(["cached"]));
    expect(readFileSync(startsFile, "utf8").trim().split("\n")).toHaveLength(1);

    await pool.callTool("mcp__s7__echo", { text: "x" });
    expect(readFileSync(startsFile, "utf8").trim().split("\n")).toHaveLength(2);
    expect(state(pool, "s7")).toBe("ready");
  });

  async function warmPool(entries: PoolOptions["entries"], cached: string) {
    const { ListCache } = await import("../list-cache/list-cache.ts");
    const cacheFolder = newFolder();
    const { lists, listedAt } = JSON.parse(cached);
    await Promise.all(entries.map((entry) => new ListCache(cacheFolder).write(entry, { lists, listedAt })));
    const { pool, events } = open({ entries, cacheFolder });
    await pool.start();
    return { pool, events };
  }

  it("reads an old list again in the background, and answers from it meanwhile", async () => {
    const cacheFolder = newFolder();
    const tools = [{ name: "old", inputSchema: {} }];
    const before = new ServerPool({ entries: [scriptedEntry("a", { tools })], cacheFolder });
    await before.settled(20_000);
    await before.close();

    const { pool } = open({ entries: [scriptedEntry("a")], cacheFolder, now: () => Date.now() + 48 * 3_600_000 });
    await pool.start();
    expect(pool.tools().map(({ name }) => name)).toEqual(["mcp__a__old"]);

    await vi.waitFor(() => expect(pool.tools()).toHaveLength(8), { timeout: 10_000 });
    expect(pool.tool("mcp__a__old")).toBeUndefined();
  });

  it("ignores a broken cache file with a warning, and writes it again", async () => {
    const cacheFolder = newFolder();
    const before = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder });
    await before.settled(20_000);
    await before.close();
    const [file = ""] = readdirSync(join(cacheFolder, "lists"));
    const path = join(cacheFolder, "lists", file);
    writeFileSync(path, '{"format":1,');

    const { pool, events } = await opened({ entries: [scriptedEntry("a")], cacheFolder });

    expect(pool.tools()).toHaveLength(8);
    expect(events.find(({ type }) => type === "warning")).toMatchObject({ server: "a" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ format: 1 });
  });

  it("has another list for another command, and the same for another secret", async () => {
    const cacheFolder = newFolder();
    const before = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder });
    await before.settled(20_000);
    await before.close();
    const entry = scriptedEntry("a");

    const sameNames = open({ entries: [{ ...entry, env: { SCRIPT: '{"label":"x"}' } }], cacheFolder });
    await sameNames.pool.start();
    expect(state(sameNames.pool)).toBe("cached");

    const other = open({ entries: [{ ...entry, args: [...entry.args, "--other"] }], cacheFolder });
    await other.pool.start();
    expect(state(other.pool)).toBe("connecting");
  });
});
