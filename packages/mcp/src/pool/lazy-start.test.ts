import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type PoolOptions, ServerPool } from "../index.ts";
import { ListCache } from "../list-cache/list-cache.ts";
import { isRunning } from "../testing/is-running.ts";
import { closePools, openPool, settledPool, stateOf } from "../testing/open-pool.ts";
import { newFolder, scriptedEntry } from "../testing/scripted-entry.ts";
import { credentialsOf } from "./credentials-of.ts";
import { resolvePoolOptions } from "./pool-options.ts";

afterEach(closePools);

/** A file that is still being written has another name. */
function listFileIn(cacheFolder: string): string {
  const file = readdirSync(join(cacheFolder, "lists")).find((name) => name.endsWith(".json"));
  if (file === undefined) throw new Error("no list is written yet");
  return file;
}

describe("processes", () => {
  it("W-MCP21 end with the pool, also stubborn ones and those they started", async () => {
    const grandchild = join(newFolder(), "pid");
    const { pool } = await settledPool({ entries: [scriptedEntry("a", { stubborn: true, grandchild })] });
    const processIds = [pool.servers()[0]?.processId ?? 0, Number(readFileSync(grandchild, "utf8"))];
    expect(processIds.map(isRunning)).toEqual([true, true]);

    await pool.close();

    await expect.poll(() => processIds.map(isRunning)).toEqual([false, false]);
  });

  it("stop when unused for a while, and restart for a call", async () => {
    const { pool } = await settledPool({ entries: [scriptedEntry("a")], idleMilliseconds: 50 });
    const processId = pool.servers()[0]?.processId ?? 0;

    await expect.poll(() => stateOf(pool)).toBe("cached");
    await expect.poll(() => isRunning(processId)).toBe(false);
    expect(await pool.callTool("mcp__a__echo", { text: "x" })).toMatchObject({ content: [{ text: "x" }] });
  });
});

describe("lazy start", () => {
  it("W-MCP20 knows the tools of 40 servers from the cache and starts none of them until one is called", async () => {
    const cacheFolder = newFolder();
    const startsFile = join(newFolder(), "starts");
    const entries = Array.from({ length: 40 }, (_, position) => scriptedEntry(`s${position}`, { startsFile }));
    const first = new ServerPool({ entries: entries.slice(0, 1), cacheFolder, endMilliseconds: 300 });
    await first.settled(20_000);
    await first.close();
    const [file = ""] = readdirSync(join(cacheFolder, "lists"));
    expect(file).toMatch(/^s0-[0-9a-f]{24}\.json$/);
    // The other 39 have the lists of the first: the point here is that nothing is started.
    const cached = readFileSync(join(cacheFolder, "lists", file), "utf8");
    expect(cached).not.toContain("startsFile");
    const { pool } = await warmPool(entries, cached);

    expect(pool.tools()).toHaveLength(40 * 8);
    expect(new Set(pool.servers().map((server) => server.state))).toEqual(new Set(["cached"]));
    expect(readFileSync(startsFile, "utf8").trim().split("\n")).toHaveLength(1);

    await pool.callTool("mcp__s7__echo", { text: "x" });
    expect(readFileSync(startsFile, "utf8").trim().split("\n")).toHaveLength(2);
    expect(stateOf(pool, "s7")).toBe("ready");
  });

  async function warmPool(entries: PoolOptions["entries"], cached: string) {
    const cacheFolder = newFolder();
    const { lists, listedAt, era } = JSON.parse(cached);
    const cache = new ListCache(cacheFolder, {}, async (entry) =>
      credentialsOf(entry, resolvePoolOptions({ entries: [] })),
    );
    await Promise.all(entries.map((entry) => cache.write(entry, { lists, listedAt, era })));
    const { pool, events } = openPool({ entries, cacheFolder });
    await pool.start();
    return { pool, events };
  }

  it.each([
    ["an old list", 48],
    ["a list from the future, as a clock that was set back makes it,", -48],
  ])("reads %s again in the background, and answers from it meanwhile", async (_what, hours) => {
    const cacheFolder = newFolder();
    const before = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder });
    await before.settled(20_000);
    await before.callTool("mcp__a__set_tools", { tools: [{ name: "old", inputSchema: {} }] });
    const file = await vi.waitFor(() => listFileIn(cacheFolder), 20_000);
    await expect.poll(() => readFileSync(join(cacheFolder, "lists", file), "utf8")).toContain('"old"');
    await before.close();

    const now = () => Date.now() + hours * 3_600_000;
    const { pool } = openPool({ entries: [scriptedEntry("a")], cacheFolder, now });
    await pool.start();
    expect(pool.tools().map(({ name }) => name)).toEqual(["mcp__a__old"]);

    await expect.poll(() => pool.tools()).toHaveLength(8);
    expect(pool.tool("mcp__a__old")).toBeUndefined();
  });

  it("uses a monotonic clock", () => {
    const { pool } = openPool({ entries: [] });
    const before = pool.now();
    const systemClock = vi.spyOn(Date, "now").mockReturnValue(0);
    onTestFinished(() => systemClock.mockRestore());

    expect(pool.now()).toBeGreaterThanOrEqual(before);
  });

  it("ignores a broken cache file with a warning, and writes it again", async () => {
    const cacheFolder = newFolder();
    const before = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder });
    await before.settled(20_000);
    await before.close();
    const [file = ""] = readdirSync(join(cacheFolder, "lists"));
    const path = join(cacheFolder, "lists", file);
    writeFileSync(path, '{"format":1,');

    const { pool, events } = await settledPool({ entries: [scriptedEntry("a")], cacheFolder });

    expect(pool.tools()).toHaveLength(8);
    expect(events.find(({ type }) => type === "warning")).toMatchObject({ server: "a" });
    await expect.poll(() => JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ format: 2 });
  });

  it("has another list for another command, and none of another secret", async () => {
    const cacheFolder = newFolder();
    const before = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder });
    await before.settled(20_000);
    await before.close();
    const entry = scriptedEntry("a");
    const [file = ""] = readdirSync(join(cacheFolder, "lists"));
    expect(readFileSync(join(cacheFolder, "lists", file), "utf8")).not.toContain("SCRIPT");

    const same = openPool({ entries: [entry], cacheFolder });
    await same.pool.start();
    expect(stateOf(same.pool)).toBe("cached");

    // A server's list may depend on the credentials, and this one does not say otherwise.
    const otherSecret = openPool({ entries: [{ ...entry, env: { SCRIPT: '{"label":"x"}' } }], cacheFolder });
    await otherSecret.pool.start();
    expect(stateOf(otherSecret.pool)).toBe("connecting");

    const other = openPool({ entries: [{ ...entry, args: [...entry.args, "--other"] }], cacheFolder });
    await other.pool.start();
    expect(stateOf(other.pool)).toBe("connecting");
  });
});
