import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client, type FetchLike, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findFreePort } from "../../../scripts/test/free-port.ts";
import type { RemoteServerEntry } from "../src/config/index.ts";
import { ServerPool } from "../src/index.ts";
import { textOf } from "../src/testing/client.ts";
import { realEntry } from "../src/testing/real-programs.ts";
import { scriptedEntry } from "../src/testing/scripted-entry.ts";
import { conformanceEntry, serveFront } from "../src/testing/serve-front.ts";

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function openPool(options: ConstructorParameters<typeof ServerPool>[0]): ServerPool {
  const pool = new ServerPool({ cacheFolder: null, endMilliseconds: 300, ...options });
  closing.push(() => pool.close());
  return pool;
}

async function openFront(...options: Parameters<typeof serveFront>) {
  const served = await serveFront(...options);
  closing.push(() => served.close());
  return served;
}

async function openClient(url: string, options: ConstructorParameters<typeof Client>[1] = {}, fetch?: FetchLike) {
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), fetch === undefined ? {} : { fetch }));
  closing.push(() => client.close());
  return client;
}

function remote(url: string, more: Partial<RemoteServerEntry> = {}): RemoteServerEntry {
  const common = { name: "far", source: "test", disabled: false, alwaysLoad: false, policy: [] };
  return { ...common, transport: "http", url, headers: {}, ...more };
}

async function startEverything(mode: "streamableHttp" | "sse"): Promise<string> {
  const { args } = realEntry("everything", [mode]);
  const port = await findFreePort();
  const child = spawn(process.execPath, args, { env: { ...process.env, PORT: String(port) }, stdio: "ignore" });
  closing.push(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(url), { timeout: 20_000, interval: 50 });
  return url;
}

describe("a server over HTTP", () => {
  it("is reached by Streamable HTTP", async () => {
    const pool = openPool({ entries: [remote(`${await startEverything("streamableHttp")}/mcp`)] });
    await pool.settled(20_000);

    expect(pool.servers()[0]).toMatchObject({ state: "ready", transport: "http" });
    expect(textOf(await pool.callTool("mcp__far__echo", { message: "hi" }))).toBe("Echo: hi");
  });

  it("W-MCP14 is reached by SSE if it supports nothing newer", async () => {
    const pool = openPool({ entries: [remote(`${await startEverything("sse")}/sse`)] });
    await pool.settled(20_000);

    expect(pool.servers()[0]).toMatchObject({ state: "ready" });
    expect(textOf(await pool.callTool("mcp__far__echo", { message: "hi" }))).toBe("Echo: hi");
  });

  it("gets its headers, and is reconnected if it lost the session", async () => {
    const behind = openPool({ entries: [scriptedEntry("s", {}, { alwaysLoad: true })] });
    const tokens: (string | undefined)[] = [];
    let sessions = 0;
    const { url } = await openFront(
      { pool: behind, pinnedNames: "own" },
      { maxSessions: 1, newSessionId: () => `session-${sessions++}` },
    );
    const pool = openPool({
      entries: [remote(url, { headers: { "X-Token": "t" } })],
      fetch: async (input, init) => {
        // Servers of the 2025 protocol do not know this request, and have sessions.
        const isProbe = typeof init?.body === "string" && init.body.includes("server/discover");
        if (isProbe) return new Response(null, { status: 400 });
        tokens.push(new Headers(init?.headers).get("x-token") ?? undefined);
        return fetch(input, init);
      },
    });
    await pool.settled(20_000);
    expect(textOf(await pool.callTool("mcp__far__echo", { text: "one" }))).toBe("one");

    // Another client takes the only session there is.
    await openClient(url);
    expect(textOf(await pool.callTool("mcp__far__echo", { text: "two" }))).toBe("two");
    expect(new Set(tokens)).toEqual(new Set(["t"]));
    expect(sessions).toBe(3);
  });

  it("is reached again after an outage", async () => {
    const behind = openPool({ entries: [scriptedEntry("s", {}, { alwaysLoad: true })] });
    const served = await serveFront({ pool: behind, pinnedNames: "own" });
    let isAway = false;
    const pool = openPool({
      entries: [remote(served.url)],
      restart: { firstMilliseconds: 20 },
      fetch: async (input, init) => {
        if (isAway) throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
        return fetch(input, init);
      },
    });
    closing.push(() => served.close());
    await pool.settled(20_000);

    isAway = true;
    await expect(pool.callTool("mcp__far__echo", { text: "x" })).rejects.toThrow("ECONNREFUSED");
    expect(pool.servers()[0]).toMatchObject({ state: "restarting" });
    isAway = false;

    expect(textOf(await pool.callTool("mcp__far__echo", { text: "back" }))).toBe("back");
    expect(pool.servers()[0]).toMatchObject({ state: "ready" });
  });

  it("fails with a reason if nothing listens", async () => {
    const pool = openPool({ entries: [remote(`http://127.0.0.1:${await findFreePort()}/mcp`)] });
    await pool.settled(20_000);

    expect(pool.servers()[0]).toMatchObject({ state: "failed" });
    expect(pool.servers()[0]?.reason).toContain("ECONNREFUSED");
  });
});

describe("the front over HTTP", () => {
  it("keeps found tools of clients separate", async () => {
    const { url } = await openFront({ pool: openPool({ entries: [scriptedEntry("a")] }), listFoundTools: true });
    const one = await openClient(url);
    const two = await openClient(url);
    const changed = new Promise<void>((resolve) => {
      one.setNotificationHandler("notifications/tools/list_changed", () => resolve());
    });

    await one.callTool({ name: "search_tools", arguments: { query: "select:mcp__a__echo" } });
    await changed;

    expect((await one.listTools()).tools.map(({ name }) => name)).toContain("mcp__a__echo");
    expect((await two.listTools()).tools).toHaveLength(3);
  });

  it("serves clients of the 2026 protocol, which have no session", async () => {
    const { url } = await openFront({ pool: openPool({ entries: [scriptedEntry("a")] }) });
    const client = await openClient(url, { versionNegotiation: { mode: { pin: "2026-07-28" } } });

    expect((await client.listTools()).tools).toHaveLength(3);
    const call = { name: "call_tool", arguments: { name: "mcp__a__echo", arguments: { text: "hi" } } };
    expect(textOf(await client.callTool(call))).toBe("hi");
  });

  it("W-MCP11 forwards resources, templates, prompts and completions, with unique names for two servers", async () => {
    const entries = [conformanceEntry(), { ...conformanceEntry(), name: "second" }, scriptedEntry("third")];
    const { url } = await openFront({ pool: openPool({ entries }) });
    const client = await openClient(url);

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("toolcrib:second:test://static-text");
    const uri = "toolcrib:second:test://static-text";
    expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri, mimeType: "text/plain" }] });
    await expect(client.readResource({ uri: "test://static-text" })).rejects.toThrow();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      "toolcrib:conformance:test://template/{id}/data",
    );
    const filled = "toolcrib:conformance:test://template/7/data";
    expect(await client.readResource({ uri: filled })).toMatchObject({ contents: [{ uri: filled }] });

    const { prompts } = await client.listPrompts();
    const name = "mcp__second__test_prompt_with_arguments";
    expect(prompts.map((prompt) => prompt.name)).toContain(name);
    expect(await client.getPrompt({ name, arguments: { arg1: "a", arg2: "b" } })).toMatchObject({
      messages: [{ content: { text: "Prompt with arguments: arg1='a', arg2='b'" } }],
    });
    await expect(client.getPrompt({ name: "test_simple_prompt" })).rejects.toThrow("Unknown prompt");
    const ref = { type: "ref/prompt", name } as const;
    expect(await client.complete({ ref, argument: { name: "arg1", value: "pa" } })).toMatchObject({
      completion: { values: ["paris", "park"] },
    });
  });

  it("W-MCP16 refuses other hosts, other origins, unknown sessions, and what is not a request", async () => {
    const { url } = await openFront({ pool: openPool({ entries: [] }) });
    const post = async (headers: Record<string, string>, body: string) =>
      (await fetch(url, { method: "POST", headers: { ...json, ...headers }, body })).status;
    const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

    expect(await post({ origin: "https://evil.example" }, list)).toBe(403);
    expect(await post({ origin: "http://localhost:3000" }, "{")).toBe(400);
    expect(await post({ "mcp-session-id": "nope" }, list)).toBe(404);
    expect(await post({}, list)).toBe(400);
    expect((await fetch(url)).status).toBe(400);
  });

  it("applies to a session the rules for its caller as the latest request describes it", async () => {
    const rules = { finance: [], nobody: [{ action: "deny" as const, name: "*" }] };
    const pool = openPool({ entries: [scriptedEntry("a")] });
    const { url } = await openFront({ pool }, {}, rules);
    const headers: Record<string, string> = { "x-caller": "ada", "x-team": "finance" };
    const client = await openClient(url, {}, async (input, init) =>
      fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } }),
    );
    const call = { name: "call_tool", arguments: { name: "mcp__a__echo", arguments: { text: "hi" } } };
    expect(textOf(await client.callTool(call))).toBe("hi");

    // Ada has left the team, and her next token says so.
    headers["x-team"] = "nobody";

    expect(textOf(await client.callTool(call))).toContain("no tool");
  });

  it("takes room for a new session from the caller with the most sessions", async () => {
    const { url } = await openFront({ pool: openPool({ entries: [] }) }, { maxSessions: 3 });
    const post = async (headers: Record<string, string>, method: string, params: object = {}) =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
    const open = async (caller: string) => {
      const clientInfo = { name: "raw", version: "1" };
      const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
      const { headers } = await post({ "x-caller": caller }, "initialize", params);
      return { "x-caller": caller, "mcp-session-id": headers.get("mcp-session-id") ?? "" };
    };
    const quiet = await open("quiet");
    const greedy = [];
    for (let number = 0; number < 5; number++) greedy.push(await open("greedy"));
    const statuses = await Promise.all([quiet, ...greedy].map(async (session) => (await post(session, "ping")).status));

    expect(statuses).toEqual([200, 404, 404, 404, 200, 200]);
  });

  it("continues a session of another process if sessions are portable, also for requests that come at once", async () => {
    const open = () => openFront({ pool: openPool({ entries: [scriptedEntry("a")] }) }, { portableSessions: true });
    const fronts = [await open(), await open()];
    let turn = 0;
    const clientInfo = { name: "moving", version: "1.0.0", title: "x".repeat(5_000) };
    const client = new Client(clientInfo);
    const inTurns: FetchLike = async (input, init) => {
      const { url } = fronts[turn++ % fronts.length] as (typeof fronts)[number];
      return fetch(input instanceof Request ? input : url, init);
    };
    await client.connect(new StreamableHTTPClientTransport(new URL(fronts[0]?.url ?? ""), { fetch: inTurns }));
    closing.push(() => client.close());
    const call = (text: string) => ({ name: "call_tool", arguments: { name: "mcp__a__echo", arguments: { text } } });

    const texts = ["one", "two", "three", "four", "five", "six"];
    const answers = await Promise.all(texts.map((text) => client.callTool(call(text))));

    expect(answers.map(textOf)).toEqual(texts);
    expect((await client.listTools()).tools).toHaveLength(3);
  });

  it("does not continue a portable session for another caller, or after its client ended it", async () => {
    const { url } = await openFront({ pool: openPool({ entries: [] }) }, { portableSessions: true });
    const post = async (headers: Record<string, string>, method: string, params: object = {}) =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const { headers } = await post({ "x-caller": "ada" }, "initialize", params);
    const session = { "mcp-session-id": headers.get("mcp-session-id") ?? "" };

    expect((await post({ ...session, "x-caller": "bob" }, "ping")).status).toBe(404);
    expect((await post({ ...session, "x-caller": "ada" }, "ping")).status).toBe(200);
    await fetch(url, { method: "DELETE", headers: { ...session, "x-caller": "ada" } });
    expect((await post({ ...session, "x-caller": "ada" }, "ping")).status).toBe(404);
    expect((await post({ "mcp-session-id": `${"a".repeat(36)}.e30`, "x-caller": "ada" }, "ping")).status).toBe(404);
  });

  it("limits the number of sessions", async () => {
    const { url } = await openFront({ pool: openPool({ entries: [scriptedEntry("a")] }) }, { maxSessions: 2 });
    const clients = [await openClient(url), await openClient(url), await openClient(url)];

    await expect(clients[0]?.listTools()).rejects.toThrow();
    expect((await clients[2]?.listTools())?.tools).toHaveLength(3);
  });
});
