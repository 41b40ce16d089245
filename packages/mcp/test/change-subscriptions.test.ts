import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type PoolEvent, type PoolOptions, ServerPool } from "../src/index.ts";
import { frontCommand, modernEntry, modernRemote, remoteEntry } from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater } from "../src/testing/open-front.ts";
import { scriptedEntry } from "../src/testing/scripted-entry.ts";
import { conformanceEntry, serveFront } from "../src/testing/serve-front.ts";

afterEach(closeAll);

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
const patient = { timeout: 10_000 };
const withSetter = [tool("set_tools"), tool("touch"), tool("fresh")];

async function openPool(options: PoolOptions): Promise<{ readonly pool: ServerPool; readonly events: PoolEvent[] }> {
  const pool = new ServerPool({ cacheFolder: null, endMilliseconds: 300, ...options });
  const events: PoolEvent[] = [];
  pool.subscribe((event) => events.push(event));
  closeLater(() => pool.close());
  await pool.settled(20_000);
  return { pool, events };
}

async function startFront(options: PoolOptions) {
  const { pool } = await openPool(options);
  const served = await serveFront({ pool });
  closeLater(() => served.close());
  return { pool, url: served.url };
}

async function connect(
  transport: ConstructorParameters<typeof StdioClientTransport>[0] | string,
  options: ClientOptions & { readonly caller?: string } = {},
) {
  const client = new Client(
    { name: "c", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, ...options },
  );
  await client.connect(
    typeof transport === "string"
      ? new StreamableHTTPClientTransport(new URL(transport), {
          requestInit: { headers: options.caller === undefined ? {} : { "x-caller": options.caller } },
        })
      : new StdioClientTransport(transport),
  );
  closeLater(() => client.close());
  return client;
}

describe("the pool", () => {
  it("W-MCP8 is notified when a server of the 2026 protocol changes its tools, as a process and over HTTP", async () => {
    const remote = await modernRemote();
    closeLater(() => remote.close());
    const { pool } = await openPool({ entries: [modernEntry(), remoteEntry(remote.url)] });

    for (const server of ["new", "far"]) {
      await vi.waitFor(
        async () => {
          await pool.request(server, "tools/call", { name: "set_tools", arguments: { tools: withSetter } });
          expect(pool.tool(`mcp__${server}__fresh`)).toBeDefined();
        },
        { timeout: 10_000, interval: 100 },
      );
    }
  });

  it("reconnects when the stream ends, and reads what it missed", async () => {
    const remote = await modernRemote();
    closeLater(() => remote.close());
    const streams: AbortController[] = [];
    const { pool } = await openPool({
      entries: [remoteEntry(remote.url)],
      restart: { firstMilliseconds: 20 },
      fetch: async (input, init) => {
        if (typeof init?.body !== "string" || !init.body.includes("subscriptions/listen")) return fetch(input, init);
        const cut = new AbortController();
        streams.push(cut);
        return fetch(input, { ...init, signal: AbortSignal.any([cut.signal, init.signal as AbortSignal]) });
      },
    });
    await expect.poll(() => streams).toHaveLength(1);

    const silently = { name: "set_tools", arguments: { tools: withSetter, isSilent: true } };
    await pool.request("far", "tools/call", silently);
    expect(pool.tool("mcp__far__fresh")).toBeUndefined();
    streams[0]?.abort();

    await expect.poll(() => pool.tool("mcp__far__fresh")).toBeDefined();
    expect(streams.length).toBeGreaterThanOrEqual(2);
    expect(pool.servers()[0]).toMatchObject({ state: "ready", restarts: 0 });
  });

  it("watches a resource of a server of either generation, also after a restart", async () => {
    const { pool, events } = await openPool({
      entries: [modernEntry(), conformanceEntry()],
      restart: { firstMilliseconds: 10 },
    });
    await pool.watchResource("new", "note://watched");
    await pool.watchResource("conformance", "test://watched-resource");
    const updates = () => events.filter(({ type }) => type === "resource-updated").length;

    await pool.callTool("mcp__new__touch", {});
    await expect.poll(() => updates()).toBe(1);
    process.kill(pool.servers().find(({ name }) => name === "new")?.processId ?? 0, "SIGKILL");
    await vi.waitFor(
      () => expect(pool.servers().find(({ name }) => name === "new")?.state).toBe("restarting"),
      patient,
    );
    await vi.waitFor(
      async () => {
        await pool.callTool("mcp__new__touch", {});
        expect(updates()).toBeGreaterThan(1);
      },
      { timeout: 10_000, interval: 200 },
    );

    await pool.unwatchResource("new", "note://watched");
    const before = updates();
    await pool.callTool("mcp__new__touch", {});
    await pool.callTool("mcp__new__echo", { text: "x" });
    expect(updates()).toBe(before);
  });

  it("reports that a server does not notify about changes of a resource", async () => {
    const { pool } = await openPool({ entries: [scriptedEntry("a")] });

    await expect(pool.watchResource("a", "note://watched")).rejects.toThrow();
  });
});

describe("the front", () => {
  const resourceSubscriptions = ["note://watched", "note://nobody-has-it"];

  it("W-MCP8 notifies clients of the 2026 protocol only about changes they subscribed to, over HTTP", async () => {
    const { pool, url } = await startFront({ entries: [modernEntry()] });
    const client = await connect(url);
    const deaf = await connect(url);
    const heard: string[] = [];
    const overheard: string[] = [];
    client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
    deaf.fallbackNotificationHandler = async ({ method }) => void overheard.push(method);
    const subscription = await client.listen({ toolsListChanged: true, promptsListChanged: true });
    await deaf.listen({ promptsListChanged: true });
    expect(subscription.honoredFilter).toEqual({ toolsListChanged: true, promptsListChanged: true });

    await vi.waitFor(
      async () => {
        await pool.callTool("mcp__new__set_tools", { tools: [...withSetter, tool(`t${heard.length}-${Date.now()}`)] });
        expect(heard).toContain("notifications/tools/list_changed");
      },
      { timeout: 10_000, interval: 100 },
    );
    expect(new Set(heard)).toEqual(new Set(["notifications/tools/list_changed"]));
    expect(overheard).toEqual([]);
  });

  it("notifies subscribers of resource changes once, and ignores unknown resources", async () => {
    const { pool, url } = await startFront({ entries: [modernEntry(), conformanceEntry()] });
    const heard: string[] = [];
    const open = async () => {
      const client = await connect(url);
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
      return client.listen({ resourceSubscriptions });
    };
    const first = await open();
    const second = await open();
    expect(first.honoredFilter).toEqual({ resourceSubscriptions: ["note://watched"] });

    await pool.callTool("mcp__new__touch", {});
    await expect.poll(() => heard).toEqual(["note://watched", "note://watched"]);

    await first.close();
    await pool.callTool("mcp__new__touch", {});
    await expect.poll(() => heard).toHaveLength(3);
    await second.close();
  });

  it("does the same over standard input and output, for a server of an older protocol too", async () => {
    const { command, args, env } = frontCommand([modernEntry(), conformanceEntry()]);
    const client = await connect({ command, args, env });
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
    const subscription = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: [...resourceSubscriptions, "test://watched-resource"],
    });
    expect(subscription.honoredFilter).toEqual({
      toolsListChanged: true,
      resourceSubscriptions: ["note://watched", "test://watched-resource"],
    });

    await client.callTool({ name: "mcp__new__touch", arguments: {} });
    await expect.poll(() => heard).toEqual(["note://watched"]);
    await client.callTool({ name: "mcp__new__set_tools", arguments: { tools: withSetter } });
    await expect.poll(() => heard).toEqual(["note://watched", "tools"]);

    await subscription.close();
    await client.callTool({ name: "mcp__new__touch", arguments: {} });
    await client.callTool({ name: "mcp__new__touch", arguments: {} });
    expect(heard).toHaveLength(2);
  });

  it("says nothing of a server that is hidden from the subscriber", async () => {
    const { pool } = await openPool({ entries: [modernEntry(), conformanceEntry()] });
    const served = await serveFront({ pool }, {}, { outsider: [{ action: "deny", server: "new" }] });
    closeLater(() => served.close());
    const listen = async (caller: string): Promise<readonly string[]> => {
      const client = await connect(served.url, { caller });
      const heard: string[] = [];
      client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
      const uris = { resourceSubscriptions: ["note://watched"] };
      await client.listen({ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, ...uris });
      return heard;
    };
    const [insider, outsider] = [await listen("insider"), await listen("outsider")];

    await pool.callTool("mcp__new__touch", {});
    await pool.callTool("mcp__new__set_tools", { tools: withSetter.slice(0, 1) });
    await pool.setEntries([conformanceEntry()]);

    const expected = ["resources/updated", "resources/list_changed", "tools/list_changed"];
    await vi.waitFor(() => {
      expect(insider).toEqual(expect.arrayContaining(expected.map((method) => `notifications/${method}`)));
    }, patient);
    expect(outsider).toEqual([]);
  });

  it("refuses to listen for more clients than it may", async () => {
    const { pool } = await openPool({ entries: [scriptedEntry("a")] });
    const served = await serveFront({ pool }, { maxSubscriptions: 2 });
    closeLater(() => served.close());
    const listen = async () => (await connect(served.url)).listen({ toolsListChanged: true });
    const first = await listen();
    await listen();

    await expect(listen()).rejects.toThrow("Subscription limit reached");
    await first.close();
    await vi.waitFor(listen, patient);
  });

  it("ends subscriptions when it closes", async () => {
    const { pool } = await openPool({ entries: [modernEntry()] });
    const served = await serveFront({ pool });
    const client = await connect(served.url);
    const subscription = await client.listen({ toolsListChanged: true });

    await served.close();

    expect(await subscription.closed).toBe("graceful");
  });
});
