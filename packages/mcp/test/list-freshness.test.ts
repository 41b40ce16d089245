import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { PolicyRule } from "@toolcrib/core/policy";
import { afterEach, describe, expect, it } from "vitest";
import type { ServerEntry } from "../src/config/index.ts";
import { type PoolOptions, ServerPool } from "../src/index.ts";
import { textOf } from "../src/testing/client.ts";
import { legacyEntry, modernEntry, modernRemote, remoteEntry } from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater } from "../src/testing/open-front.ts";
import { newFolder, scriptedEntry } from "../src/testing/scripted-entry.ts";
import { serveFront } from "../src/testing/serve-front.ts";

afterEach(closeAll);

const hours = 3_600_000;
const patient = { timeout: 10_000 };
const hints = (ttlMs: number, cacheScope = "public") =>
  Object.fromEntries(
    ["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list"].map((method) => [
      method,
      { ttlMs, cacheScope },
    ]),
  );

async function openPool(options: PoolOptions): Promise<ServerPool> {
  const pool = new ServerPool({ cacheFolder: null, endMilliseconds: 300, ...options });
  closeLater(() => pool.close());
  await pool.settled(20_000);
  return pool;
}

/** How often the server was asked for its tools. */
async function listsOf(pool: ServerPool, server = "new"): Promise<number> {
  return JSON.parse(textOf(await pool.callTool(`mcp__${server}__request`, {}))).lists;
}

const request = { name: "request", inputSchema: { type: "object" } };
const setTools = { name: "set_tools", inputSchema: { type: "object" } };

describe("a list with a time to live", () => {
  it("W-MCP6 is read once while it is fresh, and again when it is next used after that", async () => {
    let now = Date.now();
    const settings = { cacheHints: hints(60_000), listChanged: false };
    const pool = await openPool({ entries: [modernEntry(settings)], now: () => now });
    const connection = pool.connection("new");
    const { signal } = new AbortController();
    await connection.callTool("set_tools", { tools: [request, setTools], isSilent: true }, signal);

    now += 59_000;
    expect(await connection.listTools(signal)).toHaveLength(10);
    expect(await listsOf(pool)).toBe(1);
    // Time alone does nothing: a list is read when somebody wants it.
    now += 2_000;
    expect(await listsOf(pool)).toBe(1);

    expect(await connection.listTools(signal)).toHaveLength(2);
    expect(pool.tools()).toHaveLength(2);
    expect(await listsOf(pool)).toBe(2);
  });

  it("is read again at each use if its time is 0, unless the server announces changes", async () => {
    const { signal } = new AbortController();
    const quiet = await openPool({ entries: [modernEntry({ cacheHints: hints(0), listChanged: false })] });
    await quiet.connection("new").listTools(signal);
    await quiet.connection("new").listTools(signal);
    expect(await listsOf(quiet)).toBe(3);

    const telling = await openPool({ entries: [modernEntry({ cacheHints: hints(0) })] });
    await expect.poll(() => listening(telling), patient).toBe(true);
    const before = await listsOf(telling);
    await telling.connection("new").listTools(signal);
    await telling.connection("new").listTools(signal);
    expect(await listsOf(telling)).toBe(before);
  });

  it("is used when stale if it cannot be read again", async () => {
    let now = Date.now();
    const remote = await modernRemote({ cacheHints: hints(1_000) });
    closeLater(() => remote.close());
    const pool = await openPool({ entries: [remoteEntry(remote.url)], now: () => now });
    await remote.close();

    now += 2_000;
    await pool.freshen("tools", 10_000);

    expect(pool.tools()).toHaveLength(10);
  });

  it("is kept for a day by default, as before 2026", async () => {
    let now = Date.now();
    const startsFile = join(newFolder(), "starts");
    const entries = [scriptedEntry("a", { startsFile })];
    const cacheFolder = newFolder();
    await (await openPool({ entries, cacheFolder, now: () => now })).close();

    now += 20 * hours;
    const pool = await openPool({ entries, cacheFolder, now: () => now });
    await pool.freshen("tools", 1_000);
    expect(pool.servers()[0]).toMatchObject({ state: "cached", tools: 8 });

    now += 5 * hours;
    await pool.freshen("tools", 1_000);
    await expect.poll(() => pool.servers()[0]?.state, patient).toBe("ready");
  });
});

/** Whether the server tells of changes by now: a silent change would not be seen otherwise. */
async function listening(pool: ServerPool): Promise<boolean> {
  const before = await listsOf(pool);
  await pool.connection("new").listTools(new AbortController().signal);
  return (await listsOf(pool)) === before;
}

describe("W-MCP6 a list on disk", () => {
  const withToken = (token: string, settings: object): ServerEntry => {
    const entry = modernEntry({ ...settings });
    return { ...entry, env: { ...entry.env, TOKEN: token } };
  };
  const stateOf = async (entry: ServerEntry, cacheFolder: string) => {
    const pool = new ServerPool({ entries: [entry], cacheFolder, endMilliseconds: 300 });
    closeLater(() => pool.close());
    await pool.start();
    return pool.servers()[0]?.state;
  };
  const known = async (entry: ServerEntry) => {
    const cacheFolder = newFolder();
    await (await openPool({ entries: [entry], cacheFolder })).close();
    return cacheFolder;
  };

  it("is used only with the same credentials if its server marks it private or says nothing", async () => {
    for (const settings of [{ cacheHints: hints(60_000, "private") }, {}]) {
      const cacheFolder = await known(withToken("secret-one", settings));

      expect(await stateOf(withToken("secret-one", settings), cacheFolder)).toBe("cached");
      expect(await stateOf(withToken("secret-two", settings), cacheFolder)).toBe("connecting");
      const files = readdirSync(join(cacheFolder, "lists")).map((name) =>
        readFileSync(join(cacheFolder, "lists", name), "utf8"),
      );
      expect(files.join("")).not.toContain("secret");
    }
  });

  it("is shared if its server marks all of it public, and not if one part is private", async () => {
    const settings = { cacheHints: hints(60_000) };
    const cacheFolder = await known(withToken("secret-one", settings));
    expect(await stateOf(withToken("secret-two", settings), cacheFolder)).toBe("cached");

    const mixed = { cacheHints: { ...hints(60_000), "resources/list": { ttlMs: 60_000, cacheScope: "private" } } };
    const other = await known(withToken("secret-one", mixed));
    expect(await stateOf(withToken("secret-two", mixed), other)).toBe("connecting");
  });

  it("is not used for another login at a remote server", async () => {
    const remote = await modernRemote();
    closeLater(() => remote.close());
    const cacheFolder = newFolder();
    const open = async (accessToken: string) => {
      const tokens = () => ({ access_token: accessToken, token_type: "Bearer" });
      const provider = { tokens, clientInformation: () => ({ client_id: "c" }) };
      const authProvider = () => provider as unknown as ReturnType<NonNullable<PoolOptions["authProvider"]>>;
      const pool = new ServerPool({ entries: [remoteEntry(remote.url)], cacheFolder, authProvider });
      closeLater(() => pool.close());
      return pool;
    };
    const first = await open("one");
    await first.settled(20_000);
    await first.close();

    const [same, other] = [await open("one"), await open("two")];
    await Promise.all([same.start(), other.start()]);
    expect(same.servers()[0]?.state).toBe("cached");
    expect(other.servers()[0]?.state).toBe("connecting");
  });
});

describe("W-MCP6 the front's lists", () => {
  const cachingOf = async (
    entries: readonly ServerEntry[],
    { policy = [], headers = {} }: { policy?: readonly PolicyRule[]; headers?: Record<string, string> } = {},
  ) => {
    const pool = new ServerPool({ entries, cacheFolder: null, endMilliseconds: 300 });
    closeLater(() => pool.close());
    const served = await serveFront({ pool, policy });
    closeLater(() => served.close());
    const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } }));
    closeLater(() => client.close());
    const lists = [
      await client.listTools(),
      await client.listPrompts(),
      await client.listResources(),
      await client.listResourceTemplates(),
    ].map(({ ttlMs, cacheScope }) => ({ ttlMs, cacheScope }));
    expect(new Set(lists.map(({ cacheScope }) => cacheScope)).size).toBe(1);
    return { ...lists[0], client };
  };

  it("are as fresh as the servers' lists, and public if all of those are", async () => {
    const { ttlMs, cacheScope } = await cachingOf([modernEntry({ cacheHints: hints(30_000) })]);

    expect(cacheScope).toBe("public");
    expect(ttlMs).toBeLessThanOrEqual(30_000);
    expect(ttlMs).toBeGreaterThan(0);
  });

  it("are private if a server's list is, if rules depend on the caller, or with credentials", async () => {
    const open = modernEntry({ cacheHints: hints(30_000) });
    const policy = [{ action: "hide", name: "echo", client: "guest*" }] as const;

    expect((await cachingOf([open, modernEntry({ cacheHints: hints(30_000, "private") }, "closed")])).cacheScope).toBe(
      "private",
    );
    expect((await cachingOf([open, legacyEntry("2025-11-25")])).cacheScope).toBe("private");
    expect((await cachingOf([open], { policy })).cacheScope).toBe("private");
    expect((await cachingOf([open], { headers: { authorization: "Bearer x" } })).cacheScope).toBe("private");
  });

  it("leave the lifetime of resources to the server, and keep them private if clients differ", async () => {
    const entry = modernEntry({ cacheHints: hints(30_000), readCaching: { ttlMs: 5_000, cacheScope: "public" } });
    const policy = [{ action: "hide", name: "echo", client: "guest*" }] as const;
    const read = async (client: Client) => client.readResource({ uri: "note://watched" });

    expect(await read((await cachingOf([entry])).client)).toMatchObject({ ttlMs: 5_000, cacheScope: "public" });
    expect(await read((await cachingOf([entry], { policy })).client)).toMatchObject({
      ttlMs: 5_000,
      cacheScope: "private",
    });
  });
});
