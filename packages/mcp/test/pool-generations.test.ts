import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type PoolOptions, ServerPool } from "../src/index.ts";
import { textOf } from "../src/testing/client.ts";
import {
  type LegacyVersion,
  legacyEntry,
  legacyRemote,
  legacySdks,
  modernEntry,
  modernRemote,
  remoteEntry,
} from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater } from "../src/testing/open-front.ts";
import { realEntry } from "../src/testing/real-programs.ts";
import { newFolder, scriptedEntry } from "../src/testing/scripted-entry.ts";

afterEach(closeAll);

async function openPool(options: PoolOptions): Promise<ServerPool> {
  const pool = new ServerPool({ cacheFolder: null, endMilliseconds: 300, ...options });
  closeLater(() => pool.close());
  await pool.settled(20_000);
  return pool;
}

async function far(server: Awaited<ReturnType<typeof modernRemote>>, name?: string) {
  closeLater(() => server.close());
  return remoteEntry(server.url, name);
}

const legacyVersions = Object.keys(legacySdks) as LegacyVersion[];
const startsIn = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0);

describe("a server of an older protocol", () => {
  it.each(legacyVersions)("W-MCP1 is listed and called over standard input and output, at %s", async (version) => {
    const pool = await openPool({ entries: [legacyEntry(version)] });

    expect(pool.servers()[0]).toMatchObject({ state: "ready", era: "legacy", title: legacySdks[version] });
    expect(textOf(await pool.callTool("mcp__old__echo", { text: "hi" }))).toBe(`${version}: hi`);
  });

  it.each(legacyVersions)("W-MCP1 is listed and called over HTTP, at %s", async (version) => {
    const pool = await openPool({ entries: [await far(await legacyRemote(version))] });

    expect(pool.servers()[0]).toMatchObject({ state: "ready", era: "legacy" });
    expect(textOf(await pool.callTool("mcp__far__echo", { text: "hi" }))).toBe(`${version}: hi`);
  });

  it("may hang or exit on an unknown request, and is then addressed in its own version", async () => {
    const starts = join(newFolder(), "starts");
    const entries = [
      scriptedEntry("deaf", { ignoresUnknown: true }),
      scriptedEntry("strict", { endsOnUnknown: true, startsFile: starts }),
    ];
    const pool = await openPool({ entries, probeMilliseconds: 100 });

    expect(pool.servers()).toMatchObject([
      { state: "ready", era: "legacy" },
      { state: "ready", era: "legacy" },
    ]);
    expect(textOf(await pool.callTool("mcp__deaf__echo", { text: "hi" }))).toBe("hi");
    expect(startsIn(starts)).toBe(2);
  });

  it("is not asked again while its list is fresh, and again after that", async () => {
    const cacheFolder = newFolder();
    const starts = join(newFolder(), "starts");
    const entries = [scriptedEntry("strict", { endsOnUnknown: true, startsFile: starts })];
    const first = new ServerPool({ entries, cacheFolder });
    await first.settled(20_000);
    await first.close();
    expect(startsIn(starts)).toBe(2);

    const second = await openPool({ entries, cacheFolder });
    await second.callTool("mcp__strict__echo", { text: "hi" });
    expect(startsIn(starts)).toBe(3);

    const third = await openPool({ entries, cacheFolder, now: () => Date.now() + 48 * 3_600_000 });
    await third.callTool("mcp__strict__echo", { text: "hi" });
    expect(startsIn(starts)).toBe(5);
  });

  it("works in its own version as a server from npm", async () => {
    const pool = await openPool({ entries: [realEntry("everything"), realEntry("memory")] });

    expect(pool.servers()).toMatchObject([{ state: "ready" }, { state: "ready" }]);
    expect(textOf(await pool.callTool("mcp__everything__echo", { message: "hi" }))).toBe("Echo: hi");
  });
});

describe("a server of the 2026 protocol", () => {
  const sent = async (pool: ServerPool, name: string) => JSON.parse(textOf(await pool.callTool(name, {})));

  it("W-MCP1 is listed and called over standard input and output, with who calls in each request", async () => {
    const clientInfo = { name: "a-client", version: "7" };
    const pool = await openPool({ entries: [modernEntry()], clientInfo });

    expect(pool.servers()[0]).toMatchObject({
      state: "ready",
      era: "modern",
      title: "modern",
      version: "2.0.0",
      instructions: "A server of the 2026 protocol.",
    });
    expect(textOf(await pool.callTool("mcp__new__echo", { text: "hi" }))).toBe("hi");
    expect(await sent(pool, "mcp__new__request")).toMatchObject({
      envelope: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": clientInfo,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    });
  });

  it("W-MCP1, W-MCP5 is listed and called over HTTP, with the headers that say what is in the body", async () => {
    const pool = await openPool({ entries: [await far(await modernRemote())] });

    expect(pool.servers()[0]).toMatchObject({ state: "ready", era: "modern" });
    expect(textOf(await pool.callTool("mcp__far__echo", { text: "hi" }))).toBe("hi");
    expect(await sent(pool, "mcp__far__request")).toMatchObject({
      headers: { method: "tools/call", name: "request", version: "2026-07-28" },
    });
  });

  it("returns results without connection-level fields", async () => {
    const pool = await openPool({ entries: [modernEntry(), await far(await modernRemote())] });

    for (const name of ["mcp__new__echo", "mcp__far__echo"]) {
      expect(await pool.callTool(name, { text: "x" })).toEqual({ content: [{ type: "text", text: "x" }] });
    }
  });

  it("W-MCP3 is addressed in its newest version if it supports both", async () => {
    const entries = [modernEntry({ legacy: "serve" }), await far(await modernRemote({ legacy: "serve" }))];
    const pool = await openPool({ entries });

    expect(pool.servers()).toMatchObject([{ era: "modern" }, { era: "modern" }]);
  });

  it("is reached even if it starts too slowly to be probed", async () => {
    const startsFile = join(newFolder(), "starts");
    const pool = await openPool({
      entries: [modernEntry({ startsAfter: 700, startsFile })],
      probeMilliseconds: 20,
    });

    expect(pool.servers()[0]).toMatchObject({ state: "ready", era: "modern" });
    expect(startsIn(startsFile)).toBe(2);
  });

  it("may replace an older one: outdated knowledge is refreshed", async () => {
    const cacheFolder = newFolder();
    const old = new ServerPool({ entries: [modernEntry({ legacy: "serve" })], cacheFolder });
    await old.settled(20_000);
    await old.close();
    const { file, cached } = readCache(cacheFolder);
    writeFileSync(file, JSON.stringify({ ...cached, era: "legacy" }));

    // It still knows the old protocol, so nothing failed and nothing was asked.
    const dual = await openPool({ entries: [modernEntry({ legacy: "serve" })], cacheFolder });
    await dual.connect("new");
    expect(dual.servers()[0]).toMatchObject({ state: "ready", era: "legacy" });
    await dual.close();

    const strict = await openPool({ entries: [modernEntry()], cacheFolder, start: "eager" });
    await strict.connect("new");
    expect(strict.servers()[0]).toMatchObject({ state: "ready", era: "modern" });
  });

  it("is cancelled: by a message over standard input, by closing the stream over HTTP", async () => {
    const files = { callsFile: join(newFolder(), "calls"), cancelFile: join(newFolder(), "cancelled") };
    const pool = await openPool({ entries: [modernEntry(files), await far(await modernRemote(files))] });

    for (const [count, name] of ["mcp__new__slow", "mcp__far__slow"].entries()) {
      const stop = new AbortController();
      const call = pool.callTool(name, {}, { signal: stop.signal });
      await expect.poll(() => startsIn(files.callsFile)).toBe(count + 1);
      stop.abort(new Error("enough"));
      await expect(call).rejects.toThrow("enough");
      await expect.poll(() => startsIn(files.cancelFile)).toBe(count + 1);
    }
  });

  it("results in a clear error if it has no such method", async () => {
    const pool = await openPool({ entries: [modernEntry(), await far(await modernRemote())] });
    const params = { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "a", value: "" } };

    for (const server of ["new", "far"]) {
      await expect(pool.request(server, "completion/complete", params)).rejects.toMatchObject({ code: -32601 });
      expect(pool.servers().find(({ name }) => name === server)).toMatchObject({ state: "ready", restarts: 0 });
    }
  });
});

function readCache(folder: string) {
  const lists = join(folder, "lists");
  const [name = ""] = readdirSync(lists);
  const file = join(lists, name);
  return { file, cached: JSON.parse(readFileSync(file, "utf8")) };
}
