import { afterEach, describe, expect, it } from "vitest";
import { legacyRemote, remoteEntry } from "../src/testing/generations.ts";
import { closePools, openPool } from "../src/testing/open-pool.ts";
import { type RawAnswer, serveRaw } from "../src/testing/raw-server.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closePools();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** The tool that a request calls with `fail`, `wait` or another word as its argument. */
function wordOf(body: unknown): string | undefined {
  if (typeof body !== "string" || !body.includes('"tools/call"')) return undefined;
  const { params } = JSON.parse(body) as { readonly params?: { readonly arguments?: { readonly word?: string } } };
  return params?.arguments?.word;
}

const answered = (text: string) => ({ content: [{ type: "text", text }], resultType: "complete" });

/** A server whose tool `run` answers at once, except to `wait`: that it answers when told to. */
async function serveWaiting() {
  const waiting: (() => void)[] = [];
  const call: RawAnswer = ({ id, params }, { response }) => {
    const { word = "" } = (params?.["arguments"] ?? {}) as { readonly word?: string };
    if (word !== "wait") return answered(word);
    waiting.push(() => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: answered("waited") }));
    });
    return undefined;
  };
  const served = await serveRaw({ "tools/call": call });
  closing.push(() => served.close());
  const connects = () => served.seen.filter(({ method }) => method === "server/discover").length;
  return { ...served, waiting, connects };
}

async function isWaiting(waiting: readonly unknown[]): Promise<void> {
  await expect.poll(() => waiting.length).toBe(1);
}

/** What `fetch` throws: a connection that broke after something was sent, and one that was never there. */
const failedBy = (message: string, details: object) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(message), details) });
const broken = () => failedBy("reset", { code: "ECONNRESET", syscall: "read" });
const refused = () => failedBy("refused", { code: "ECONNREFUSED", syscall: "connect" });

describe("a request that fails on the way to a server over HTTP", () => {
  it("fails alone: other calls that are running get their answers, and later ones share one new connection", async () => {
    const { url, waiting, connects, seen } = await serveWaiting();
    const { pool } = openPool({
      entries: [remoteEntry(url)],
      restart: { firstMilliseconds: 20 },
      fetch: async (input, init) => {
        if (wordOf(init?.body) === "fail") throw broken();
        return fetch(input, init);
      },
    });
    await pool.settled(20_000);

    const running = pool.callTool("mcp__far__run", { word: "wait" });
    await isWaiting(waiting);
    await expect(pool.callTool("mcp__far__run", { word: "fail" })).rejects.toThrow("reset");
    const later = Promise.all(["a", "b", "c"].map((word) => pool.callTool("mcp__far__run", { word })));
    expect(await later).toMatchObject(["a", "b", "c"].map((text) => ({ content: [{ text }] })));
    for (const answer of waiting) answer();

    expect(await running).toMatchObject({ content: [{ text: "waited" }] });
    expect(connects()).toBe(2);
    expect(seen.filter(({ method }) => method === "tools/call")).toHaveLength(4);
  });

  it("is sent again once if it was never sent, and not if it may have been", async () => {
    const { url, connects } = await serveWaiting();
    const failures: (() => Error)[] = [];
    const tries: string[] = [];
    const { pool } = openPool({
      entries: [remoteEntry(url)],
      restart: { firstMilliseconds: 20 },
      fetch: async (input, init) => {
        const word = wordOf(init?.body);
        if (word !== undefined) tries.push(word);
        const failure = word === undefined ? undefined : failures.shift();
        if (failure !== undefined) throw failure();
        return fetch(input, init);
      },
    });
    await pool.settled(20_000);

    failures.push(refused);
    expect(await pool.callTool("mcp__far__run", { word: "unsent" })).toMatchObject({ content: [{ text: "unsent" }] });
    failures.push(refused, refused);
    const twice = pool.callTool("mcp__far__run", { word: "twice" });
    await expect(twice).rejects.toMatchObject({ code: "server_failed", details: { reason: "fetch failed (refused)" } });
    failures.push(broken);
    const sent = pool.callTool("mcp__far__run", { word: "sent" });
    await expect(sent).rejects.toMatchObject({ code: "server_lost", details: { reason: "fetch failed (reset)" } });

    expect(tries).toEqual(["unsent", "unsent", "twice", "twice", "sent"]);
    expect(connects()).toBeGreaterThan(1);
  });

  it("does not use up the restarts of a server that can be reached", async () => {
    const { url } = await serveWaiting();
    const { pool } = openPool({
      entries: [remoteEntry(url)],
      restart: { firstMilliseconds: 1, attempts: 3 },
      fetch: async (input, init) => {
        if (wordOf(init?.body) === "fail") throw broken();
        return fetch(input, init);
      },
    });
    await pool.settled(20_000);

    for (let round = 0; round < 8; round++) {
      await expect(pool.callTool("mcp__far__run", { word: "fail" })).rejects.toThrow("reset");
      expect(await pool.callTool("mcp__far__run", { word: "ok" })).toMatchObject({ content: [{ text: "ok" }] });
    }
  });

  it("fails alone if its session is lost: all calls of that session are repeated over one new connection", async () => {
    const remote = await legacyRemote("2025-06-18");
    closing.push(() => remote.close());
    let lost: string | undefined;
    let initializations = 0;
    const held: (() => void)[] = [];
    const { pool } = openPool({
      entries: [remoteEntry(remote.url)],
      fetch: async (input, init) => {
        const body = typeof init?.body === "string" ? init.body : "";
        if (body.includes('"initialize"')) initializations++;
        const session = new Headers(init?.headers).get("mcp-session-id");
        if (body.includes('"tools/call"') && lost !== undefined && session === lost) {
          // The second answer comes after the first was read.
          if (body.includes("second")) await new Promise<void>((resolve) => held.push(resolve));
          return new Response(null, { status: 404 });
        }
        if (session !== null && lost === undefined && body.includes('"tools/list"')) lost = session;
        return fetch(input, init);
      },
    });
    await pool.settled(20_000);
    const tool = pool.tools().find(({ definition }) => definition.name === "echo")?.name ?? "";

    const second = pool.callTool(tool, { text: "second" });
    await expect.poll(() => held.length).toBe(1);
    await pool.callTool(tool, { text: "first" });
    for (const answer of held) answer();

    expect(JSON.stringify(await second)).toContain("second");
    expect(initializations).toBe(2);
  });
});
