import { request as httpRequest } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type FrontOptions, ServerPool } from "../index.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";
import { serveFront } from "../testing/serve-front.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

async function openSession(options: Partial<FrontOptions> = {}) {
  const pool = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder: null, endMilliseconds: 300 });
  const served = await serveFront({ pool, ...options });
  const { url } = served;
  closing.push(
    () => pool.close(),
    () => served.close(),
  );
  const post = async (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const opened = await post(initialize);
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  const call = (id: number, name: string, input: object, meta?: object) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) },
  });
  return { url, opened, session, call, post: (body: unknown, headers = {}) => post(body, { ...session, ...headers }) };
}

describe("W-MCP14 a session over HTTP", () => {
  it("answers in plain JSON if there is only a result", async () => {
    const { opened, post, call } = await openSession();
    expect(opened.headers.get("content-type")).toBe("application/json");

    const answer = await post(call(1, "mcp__a__echo", { text: "hi" }));

    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "hi" }] } });
  });

  it("answers a batch of up to a hundred requests, and refuses a larger one", async () => {
    const { post } = await openSession();
    const batch = (count: number) =>
      Array.from({ length: count }, (_, number) => ({ jsonrpc: "2.0", id: number + 1, method: "ping" }));

    expect(await (await post(batch(100))).json()).toHaveLength(100);
    const refused = await post(batch(101));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Expected at most 100 messages in a batch");
  });

  it("refuses a body that holds too many values", async () => {
    const { post } = await openSession();
    const refused = await post({ jsonrpc: "2.0", id: 1, method: "ping", params: { x: Array(1_000_001).fill(0) } });
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain("more than 1000000 JSON values");
  });

  it("becomes a stream if there is progress to report", async () => {
    const { post, call } = await openSession();
    const answer = await post(call(1, "mcp__a__slow", {}, { progressToken: "p" }));

    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    const { value } = (await answer.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('"progressToken":"p"');
  });

  it("becomes a stream when an answer takes long", async () => {
    const { post, call } = await openSession();

    const answer = await post(call(1, "mcp__a__slow", {}));

    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    await answer.body?.cancel();
  });

  it.each<[string, object]>([
    ["params that are no object", { params: false }],
    ["params that are a list", { params: [] }],
    ["an id that is null", { id: null }],
    ["a method that is a number", { method: 5 }],
    ["a field that nobody knows", { extra: 1 }],
  ])(
    "refuses a request with %s, alone and in a batch, instead of leaving it without an answer",
    async (_what, fields) => {
      const { post } = await openSession();
      const request = { jsonrpc: "2.0", id: 7, method: "ping", ...fields };

      const alone = await post(request);
      const batch = await post([{ jsonrpc: "2.0", id: 8, method: "ping" }, request]);

      expect([alone.status, batch.status]).toEqual([400, 400]);
      expect(await alone.json()).toMatchObject({ id: request.id, error: { code: -32_600 } });
      expect(await batch.json()).toMatchObject({ id: null, error: { code: -32_600 } });
    },
  );

  it("refuses the id of a running request", async () => {
    const { post, call } = await openSession();
    const first = await post(call(1, "mcp__a__slow", {}));

    const second = await post(call(1, "mcp__a__echo", { text: "hi" }));

    expect(second.status).toBe(400);
    expect(await second.json()).toMatchObject({ id: 1, error: { code: -32_600 } });
    await first.body?.cancel();
  });

  it("answers invalid params with a client error that says what is wrong", async () => {
    const { post } = await openSession();

    const answer = await post({ jsonrpc: "2.0", id: 1, method: "resources/read", params: {} });

    expect(await answer.json()).toMatchObject({
      error: { code: -32_602, message: expect.stringMatching(/^Invalid params for resources\/read: params\.uri: /) },
    });
  });

  it("answers a batch with a batch, and what needs no answer with 202", async () => {
    const { post, call } = await openSession();

    const batch = await post([call(1, "mcp__a__echo", { text: "one" }), call(2, "mcp__a__echo", { text: "two" })]);
    expect(((await batch.json()) as { id: number }[]).map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2]));
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  });

  it.each([
    [{ accept: "application/json" }, 406],
    [{ "mcp-protocol-version": "1999-01-01" }, 400],
    [{ "content-type": "text/plain" }, 415],
  ])("refuses a request with %j", async (headers, status) => {
    const { post, call } = await openSession();

    expect((await post(call(1, "mcp__a__echo", { text: "x" }), headers)).status).toBe(status);
  });

  it("refuses invalid messages and messages that are too long", async () => {
    const { post } = await openSession();

    expect((await post({ hello: 1 })).status).toBe(400);
    expect((await post([])).status).toBe(400);
    expect((await post("x".repeat(5 * 1024 * 1024)).catch(() => ({ status: 413 }))).status).toBe(413);
  });

  it("has one stream for messages outside calls, and ends when it is deleted", async () => {
    const { url, session, post } = await openSession();
    const headers = { ...session, accept: "text/event-stream" };
    const stream = await fetch(url, { headers });
    expect(stream.status).toBe(200);
    expect((await fetch(url, { headers })).status).toBe(409);

    expect((await fetch(url, { method: "DELETE", headers: session })).status).toBe(200);
    expect((await post({ jsonrpc: "2.0", id: 5, method: "ping" })).status).toBe(404);
    await stream.text();
  });

  /** Sends a message, and disconnects when it has been sent. */
  async function sendAndLeave({ url, session }: Awaited<ReturnType<typeof openSession>>, body: object, headers = {}) {
    const left = httpRequest(url, { method: "POST", headers: { ...json, ...session, ...headers } });
    left.on("error", () => {});
    left.end(JSON.stringify(body));
    await expect.poll(() => left.writableFinished).toBe(true);
    return () => left.destroy();
  }

  it("completes a call whose client disconnected, and answers the next one", async () => {
    const opened = await openSession();
    const { call, post } = opened;
    const leave = await sendAndLeave(opened, call(1, "mcp__a__slow", {}));
    leave();

    expect((await post(call(2, "mcp__a__echo", { text: "still here" }))).status).toBe(200);
  });

  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "run_program" };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };

  it.each([
    ["2025", {}, undefined],
    ["2026", modern, _meta],
  ])("ends the program of a client of %s that disconnects", async (_era, headers, meta) => {
    const signals: AbortSignal[] = [];
    const programs: FrontOptions["programs"] = () => ({
      description: "",
      inputSchema: { type: "object" },
      answer: (_input, { signal }) => {
        signals.push(signal);
        return new Promise((resolve) =>
          signal.addEventListener("abort", () => resolve({ text: "", isError: true }), { once: true }),
        );
      },
    });
    const opened = await openSession({ programs });
    const leave = await sendAndLeave(opened, opened.call(1, "run_program", { code: "" }, meta), headers);
    const leaveOther = await sendAndLeave(opened, opened.call(2, "run_program", { code: "" }, meta), headers);
    await expect.poll(() => signals.length).toBe(2);

    leave();
    await expect.poll(() => signals.filter(({ aborted }) => aborted).length).toBe(1);
    leaveOther();
    await expect.poll(() => signals.filter(({ aborted }) => aborted).length).toBe(2);
  });
});
