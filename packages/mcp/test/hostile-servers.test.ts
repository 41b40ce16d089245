import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { type PoolEvent, type PoolOptions, ServerPool } from "../src/index.ts";
import { LimitedItems } from "../src/pool/limited-items.ts";
import { textOf } from "../src/testing/client.ts";
import { modernEntry, modernRemote, remoteEntry } from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater } from "../src/testing/open-front.ts";
import { type RawAnswer, rawDiscovery, serveRaw } from "../src/testing/raw-server.ts";
import { serveFront } from "../src/testing/serve-front.ts";

afterEach(closeAll);

async function openPool(
  answers: Readonly<Record<string, RawAnswer>>,
  tools?: readonly unknown[],
  options: Partial<PoolOptions> = {},
) {
  const raw = await serveRaw(answers, tools);
  closeLater(() => raw.close());
  const events: PoolEvent[] = [];
  const pool = new ServerPool({ entries: [remoteEntry(raw.url)], cacheFolder: null, ...options });
  pool.subscribe((event) => events.push(event));
  closeLater(() => pool.close());
  await pool.settled(20_000);
  return { pool, raw, events };
}

const done = { content: [{ type: "text", text: "done" }], resultType: "complete" };
const run = (pool: ServerPool, input: object = {}) => pool.callTool("mcp__far__run", input);

describe("W-MCP13 a server of the 2026 protocol that misbehaves", () => {
  it.each<[string, object, string]>([
    ["has a type that nobody knows", { content: [], resultType: "task" }, "answer_invalid"],
    ["has a type that is no text", { content: [], resultType: 5 }, "answer_invalid"],
    ["asks and names nothing", { resultType: "input_required" }, "answer_invalid"],
    [
      "asks for what no client answers",
      { resultType: "input_required", inputRequests: { a: { method: "evil/run", params: {} } } },
      "input_unanswered",
    ],
    ["asks without saying what", { resultType: "input_required", inputRequests: { a: null } }, "input_unanswered"],
    [
      "asks without params",
      { resultType: "input_required", inputRequests: { a: { method: "elicitation/create" } } },
      "input_unanswered",
    ],
    [
      "asks more than anybody answers",
      {
        resultType: "input_required",
        inputRequests: Object.fromEntries(Array.from({ length: 50 }, (_, n) => [n, { method: "roots/list" }])),
      },
      "input_unanswered",
    ],
    [
      "asks where nobody can be asked",
      { resultType: "input_required", inputRequests: { a: { method: "roots/list" } } },
      "input_unanswered",
    ],
  ])("is detected if its answer %s", async (_what, result, code) => {
    const { pool } = await openPool({ "tools/call": () => result });

    await expect(run(pool)).rejects.toMatchObject({ code, details: { server: "far" } });
    expect(pool.servers()[0]).toMatchObject({ state: "ready", restarts: 0 });
  });

  it("is treated as complete if its answer has no type", async () => {
    const { pool } = await openPool({ "tools/call": () => ({ content: [{ type: "text", text: "done" }] }) });

    expect(await run(pool)).toEqual({ content: [{ type: "text", text: "done" }] });
  });

  it("loses one call immediately if it cuts the stream of its answer", async () => {
    let calls = 0;
    const { pool } = await openPool({
      "tools/call": (_message, { response }) => {
        if (calls++ > 0) return done;
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(": nothing yet\n\n");
        setTimeout(() => response.destroy(), 50);
        return undefined;
      },
    });

    await expect(run(pool)).rejects.toMatchObject({ code: "server_lost" });
    expect(textOf(await run(pool))).toBe("done");
  });

  it("is reconnected if it no longer speaks the agreed version, and the call is made once", async () => {
    let refusals = 0;
    const { pool, raw } = await openPool({
      "tools/call": () =>
        refusals++ === 0
          ? { error: { code: -32_022, message: "Unsupported protocol version", data: { supported: ["2026-07-28"] } } }
          : done,
    });

    expect(textOf(await run(pool))).toBe("done");
    expect(raw.seen.filter(({ method }) => method === "server/discover")).toHaveLength(2);
    expect(raw.seen.filter(({ method }) => method === "tools/call")).toHaveLength(2);
  });

  it("is not asked repeatedly for a version that it refuses", async () => {
    const refusal = {
      error: { code: -32_022, message: "Unsupported protocol version", data: { supported: ["2026-07-28"] } },
    };
    const { pool, raw } = await openPool({ "tools/call": () => refusal });

    await expect(run(pool)).rejects.toMatchObject({ code: -32_022 });
    expect(raw.seen.filter(({ method }) => method === "tools/call")).toHaveLength(2);
  });

  it("fails with the versions that it supports if it speaks none of ours", async () => {
    const error = { code: -32_022, message: "Unsupported protocol version", data: { supported: ["2099-01-01"] } };
    const { pool } = await openPool({ "server/discover": () => ({ error }) });

    expect(pool.servers()[0]).toMatchObject({ state: "failed" });
    expect(pool.servers()[0]?.reason).toContain("Unsupported protocol version");
  });

  it.each<[string, object]>([
    ["negative", { ttlMs: -5, cacheScope: "public" }],
    ["no number", { ttlMs: "soon", cacheScope: "public" }],
    ["beyond all bounds", { ttlMs: Number.MAX_VALUE, cacheScope: "public" }],
    ["of an unknown scope", { ttlMs: 5, cacheScope: "shared" }],
    ["not there", {}],
  ])("has its tools used if its time to live is %s", async (_what, caching) => {
    const tools = [{ name: "run", inputSchema: { type: "object" } }];
    const { pool } = await openPool({
      "tools/list": () => ({ tools, resultType: "complete", ...caching }),
      "tools/call": () => done,
    });

    expect(pool.tools().map(({ name }) => name)).toEqual(["mcp__far__run"]);
    expect(textOf(await run(pool))).toBe("done");
  });

  it("keeps its valid tools if one is invalid", async () => {
    const bad = [{ name: "no-schema" }, { name: 5, inputSchema: { type: "object" } }, null, "tool"];
    const good = { name: "run", inputSchema: { type: "object" } };
    const { pool, events } = await openPool({ "tools/call": () => done }, [...bad, good]);

    expect(pool.tools().map(({ name }) => name)).toEqual(["mcp__far__run"]);
    expect(events.filter(({ type }) => type === "warning")).toHaveLength(bad.length);
    expect(textOf(await run(pool))).toBe("done");
  });

  it("keeps its valid tools if one has invalid header arguments", async () => {
    const bad = (name: string, header: unknown) => ({
      name,
      inputSchema: { type: "object", properties: { a: { type: "string", "x-mcp-header": header } } },
    });
    const { pool, events } = await openPool({}, [bad("evil", "A\r\nHost: evil"), bad("empty", ""), bad("good", "A")]);

    expect(pool.tools().map(({ name }) => name)).toEqual(["mcp__far__good"]);
    const warnings = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
    expect(warnings).toEqual([expect.stringContaining('"evil"'), expect.stringContaining('"empty"')]);

    // Where there are no headers, the annotation means nothing.
    const local = new ServerPool({ entries: [modernEntry({ headerName: "not a header" })], cacheFolder: null });
    closeLater(() => local.close());
    await local.settled(20_000);
    expect(local.tool("mcp__new__query")).toBeDefined();
  });

  it("W-MCP5 gets header arguments, encoded if HTTP does not allow them", async () => {
    const remote = await modernRemote();
    closeLater(() => remote.close());
    const pool = new ServerPool({ entries: [remoteEntry(remote.url)], cacheFolder: null });
    closeLater(() => pool.close());
    await pool.settled(20_000);

    expect(textOf(await pool.callTool("mcp__far__query", { region: "us-west1" }))).toBe("us-west1");
    expect(textOf(await pool.callTool("mcp__far__query", { region: "Zürich\n" }))).toBe("=?base64?WsO8cmljaAo=?=");
    expect(textOf(await pool.callTool("mcp__far__query", {}))).toBe("no header");
  });

  it("is listed again if its header arguments changed, and the call is made once", async () => {
    const schema = (header: string) => ({
      type: "object",
      properties: { a: { type: "string", "x-mcp-header": header } },
    });
    let header = "Before";
    const { pool, raw } = await openPool({
      "tools/list": () => ({
        tools: [{ name: "run", inputSchema: schema(header) }],
        resultType: "complete",
        ttlMs: 60_000,
        cacheScope: "public",
      }),
      "tools/call": (_message, { request }) =>
        request.headers[`mcp-param-${header.toLowerCase()}`] === "x"
          ? done
          : { error: { code: -32_020, message: "Header mismatch" } },
    });
    header = "After";

    expect(textOf(await run(pool, { a: "x" }))).toBe("done");
    expect(raw.seen.map(({ method }) => method).slice(-3)).toEqual(["tools/call", "tools/list", "tools/call"]);
  });

  it("cannot ask the client for anything outside its capabilities", async () => {
    const ask = (method: string, params: object) => ({
      resultType: "input_required",
      inputRequests: { a: { method, params } },
      requestState: "s",
    });
    const asks: Record<string, object> = {
      roots: ask("roots/list", {}),
      form: ask("elicitation/create", { message: "?", requestedSchema: { type: "object", properties: {} } }),
      page: ask("elicitation/create", { mode: "url", message: "?", url: "https://example.org" }),
      tools: ask("sampling/createMessage", { messages: [], maxTokens: 1, tools: [] }),
      evil: ask("evil/run", {}),
    };
    const { pool } = await openPool({
      "tools/call": ({ params }) => asks[String((params?.["arguments"] as { what?: string } | undefined)?.what)],
    });
    const served = await serveFront({ pool });
    closeLater(() => served.close());
    const client = new Client(
      { name: "c", version: "1" },
      {
        versionNegotiation: { mode: { pin: "2026-07-28" } },
        capabilities: { elicitation: { form: {} }, sampling: {} },
        inputRequired: { autoFulfill: false },
      },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
    closeLater(() => client.close());
    const call = (what: string) =>
      client.request(
        { method: "tools/call", params: { name: "mcp__far__run", arguments: { what } } },
        { allowInputRequired: true },
      );

    expect(await call("form")).toMatchObject({ resultType: "input_required", requestState: "s:s" });
    await expect(call("roots")).rejects.toMatchObject({ code: -32_021, data: { requiredCapabilities: { roots: {} } } });
    await expect(call("page")).rejects.toMatchObject({ data: { requiredCapabilities: { elicitation: { url: {} } } } });
    await expect(call("tools")).rejects.toMatchObject({ data: { requiredCapabilities: { sampling: { tools: {} } } } });
    await expect(call("evil")).rejects.toMatchObject({ code: -32_603 });
  });

  it("is treated as an older one if its description is invalid, and fails with a reason", async () => {
    for (const discovery of [
      { ...rawDiscovery, supportedVersions: "all" },
      { hello: 1 },
      { ...rawDiscovery, supportedVersions: [] },
    ]) {
      const { pool } = await openPool({ "server/discover": () => discovery });

      expect(pool.servers()[0]).toMatchObject({ state: "failed", reason: expect.stringMatching(/./) });
    }
  });
});

describe("W-MCP13 a server that lists too much", () => {
  const schema = (values: number) => ({ type: "object", enum: Array.from({ length: values }, () => 1) });
  const toolsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `t${index}`, inputSchema: { type: "object" } }));
  const warningsIn = (events: readonly PoolEvent[]) =>
    events.flatMap((event) => (event.type === "warning" ? [event.message] : []));

  it("gets 20,000 tools used, and a warning for the others", async () => {
    const { pool, events } = await openPool({}, toolsOf(20_100));

    expect(pool.tools()).toHaveLength(20_000);
    expect(warningsIn(events)).toEqual(["its list of tools is too long: only its first 20000 are used"]);
  });

  it("is not asked for further pages when it has listed as many", async () => {
    let pages = 0;
    const page = () => ({ tools: toolsOf(9_000).map((tool) => ({ ...tool, name: `${pages}.${tool.name}` })) });
    const { pool } = await openPool({
      "tools/list": () => {
        pages++;
        return { ...page(), nextCursor: String(pages), resultType: "complete", ttlMs: 0, cacheScope: "private" };
      },
    });

    expect([pages, pool.tools().length]).toEqual([3, 20_000]);
  });

  it("loses only a tool that is too large, which is named", async () => {
    const tools = [
      { name: "large", inputSchema: schema(20_000) },
      { name: "long", description: "x".repeat(2_000_000), inputSchema: { type: "object" } },
      { name: "run", inputSchema: schema(10_000) },
    ];
    const { pool, events } = await openPool({}, tools);

    expect(pool.tools().map(({ name }) => name)).toEqual(["mcp__far__run"]);
    expect(warningsIn(events)).toEqual(
      ["large", "long"].map((name) => `its list of tools has "${name}", which is left out because it is too large`),
    );
    expect(pool.connection("far").tooLarge()).toEqual(["large", "long"]);
  });

  it("is read in turns", async () => {
    const limited = new LimitedItems();
    let turns = 0;
    const count = (): void => {
      turns++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await limited.add(Array.from({ length: 50 }, () => ({ name: "a", inputSchema: schema(10_000) })));
    clearImmediate(counting);

    expect(turns).toBeGreaterThanOrEqual(20);
  });
});
