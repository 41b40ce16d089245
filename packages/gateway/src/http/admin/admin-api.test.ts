import { describe, expect, it } from "vitest";
import type { AnswerMessage } from "../../contracts/inner-form.ts";
import { createApiKey } from "../../identity/api-key.ts";
import { createGateway } from "../../server/create-gateway.ts";
import type { Gateway, GatewayOptions } from "../../server/gateway.ts";
import { Gate } from "../../testing/gate.ts";
import { useClosers } from "../../testing/use-closers.ts";
import type { AdminApiConversations, AdminApiHealth, AdminApiTraces } from "./admin-api.ts";

const message = { stop_reason: "end_turn", usage: { input_tokens: 5, output_tokens: 3 } } as unknown as AnswerMessage;
const closers = useClosers();

async function start(options: GatewayOptions = {}): Promise<Gateway> {
  let requests = 0;
  const gateway = await createGateway(
    {},
    {
      createRequestId: () => `req_${++requests}`,
      createAnswerRequest:
        () =>
        async ({ trace, rejection }) => {
          if (rejection !== undefined) throw rejection;
          trace.note({
            execution: "server-search",
            loader: "bridge",
            gate: { isOn: true, reason: "on" },
            tools: { received: 9, eager: 1, deferred: 8, sent: 3, found: ["a"] },
          });
          const call = { upstream: "anthropic", model: "m", milliseconds: 0, retries: [] };
          trace.upstreamCall({ ...call, upstream: "other", status: 200, usage: message.usage });
          trace.upstreamCall({ ...call, status: 529 });
          return { kind: "whole", message };
        },
      ...options,
    },
  );
  closers.push(gateway);
  return gateway;
}

const secret = "sk-ant-very-secret";
const hello = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hello." }] };

async function ask(gateway: Gateway, text: string, content: unknown = text): Promise<Response> {
  const body = JSON.stringify({ model: "m", max_tokens: 1, messages: [{ role: "user", content }] });
  return gateway.app.request("/v1/messages", { method: "POST", headers: { "x-api-key": secret }, body });
}

async function get<Answer>(gateway: Gateway, path: string): Promise<Answer> {
  const response = await gateway.app.request(path);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

describe("the admin API", () => {
  it("returns records page by page, and one by its id", async () => {
    const gateway = await start();
    for (const text of ["one", "two", "three"]) await ask(gateway, text);

    const first = await get<AdminApiTraces>(gateway, "/admin/traces?limit=2");
    const second = await get<AdminApiTraces>(gateway, `/admin/traces?limit=2&before=${first.next}`);

    expect(first.traces.map(({ id }) => id)).toEqual(["req_3", "req_2"]);
    expect(second.traces.map(({ id }) => id)).toEqual(["req_1"]);
    expect(second.next).toBeNull();
    expect(await get(gateway, "/admin/traces/req_1")).toEqual(second.traces[0]);
    expect((await gateway.app.request("/admin/traces/req_9")).status).toBe(404);
  });

  it("keeps a conversation together although its cache breakpoints move", async () => {
    const gateway = await start();
    await ask(gateway, "", [{ type: "text", text: "one", cache_control: { type: "ephemeral" } }]);
    await ask(gateway, "one");
    await ask(gateway, "two");

    const { conversations } = await get<AdminApiConversations>(gateway, "/admin/conversations");

    expect(conversations).toMatchObject([
      { requests: 1 },
      { requests: 2, inputTokens: 10, outputTokens: 6, model: "m" },
    ]);
    const id = conversations[1]?.id ?? "";
    expect((await get<AdminApiTraces>(gateway, `/admin/traces?conversation=${id}`)).traces).toHaveLength(2);
  });

  it("distinguishes conversations with the same beginning by the client's session and user ids", async () => {
    const gateway = await start();
    const send = (session: string | undefined, user: string | undefined) =>
      gateway.app.request("/v1/messages", {
        method: "POST",
        headers: { "x-api-key": secret, ...(session && { "x-session-id": session }) },
        body: JSON.stringify({ ...hello, ...(user && { metadata: { user_id: user } }) }),
      });
    for (const user of [undefined, "ann", "bob"])
      for (const session of [undefined, "1", "2"]) await send(session, user);
    await send("2", "bob");

    const { conversations } = await get<AdminApiConversations>(gateway, "/admin/conversations");

    expect(conversations.map(({ requests }) => requests)).toEqual([2, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it("contains neither secrets nor message text", async () => {
    const gateway = await start();
    await ask(gateway, "my private words");
    await gateway.app.request("/v1/messages", { method: "POST", body: "{ my private words" });
    const message = "my private words";
    await gateway.app.request("/v1/messages", {
      method: "POST",
      body: JSON.stringify({ model: "m", messages: [message] }),
    });

    for (const messages of [[message], [{ role: "user", content: [{ type: message }] }]]) {
      const body = JSON.stringify({ model: "m", messages });
      await gateway.app.request("/v1/chat/completions", { method: "POST", body });
    }

    const text = JSON.stringify(await get(gateway, "/admin/traces"));

    expect(text).not.toContain(secret);
    expect(text).not.toContain("private");
    for (const field of ["messages.0", "messages[0]", "messages[0].content[0].type"]) {
      expect(text).toContain(`${field}: not usable`);
    }
  });

  it("reports the state of upstreams and servers", async () => {
    const gateway = await start({ admin: { servers: () => [{ name: "github", state: "ready", tools: 12 }] } });
    await ask(gateway, "one");

    expect(await get<AdminApiHealth>(gateway, "/admin/health")).toMatchObject({
      status: "ok",
      requestsRunning: 0,
      upstreams: [
        {
          name: "anthropic",
          dialect: "anthropic",
          url: "https://api.anthropic.com",
          calls: 1,
          failures: 1,
          lastStatus: 529,
        },
      ],
      servers: [{ name: "github", state: "ready", tools: 12 }],
    });
  });

  it("returns the catalogue and searches it", async () => {
    const gateway = await start({
      admin: {
        catalogue: () => ({ hash: "h", tools: [{ name: "a" }] }),
        search: ({ query, limit }) => ({ query, ranker: "hybrid", searched: limit ?? 0, hits: [], milliseconds: 0 }),
      },
    });
    const search = (body: string) => gateway.app.request("/admin/search", { method: "POST", body });

    expect(await get(gateway, "/admin/catalogue")).toEqual({ hash: "h", tools: [{ name: "a" }] });
    expect(await (await search('{"query":"q","limit":3}')).json()).toMatchObject({ query: "q", searched: 3 });
    for (const wrong of ["{", "null", '{"query":1}', '{"query":"q","limit":"many"}', '{"query":"q","limit":101}']) {
      expect((await search(wrong)).status).toBe(400);
    }
    const { url } = await gateway.listen({ port: 0 });
    const complex = await search(`{"query":"q","edits":[${"0,".repeat(1_000_000)}0]}`);
    expect(complex.status).toBe(413);
    expect(await complex.text()).toContain("at most 1000000 JSON values");
    const large = await fetch(`${url}/admin/search`, { method: "POST", body: " ".repeat(5_000_000) });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ error: { type: "request_too_large" } });
  });

  it("admits searches like requests: a key has as many at once as of those", async () => {
    const root = createApiKey();
    const gate = new Gate();
    gate.close();
    const gateway = await createGateway(
      {
        keys: [{ name: "root", sha256: root.sha256, admin: true }],
        limits: { concurrentRequestsPerKey: 2 },
      },
      {
        admin: {
          search: async ({ query }) => {
            await gate.opened;
            return { query, ranker: "hybrid", searched: 0, hits: [], milliseconds: 0 };
          },
        },
      },
    );
    closers.push(gateway);
    const search = async (body = '{"query":"q"}') => {
      const headers = { host: "localhost", "x-api-key": root.key };
      return (await gateway.app.request("/admin/search", { method: "POST", headers, body })).status;
    };

    const running = [search(), search()];
    await expect.poll(() => search("{")).toBe(429);
    gate.open();
    expect(await Promise.all(running)).toEqual([200, 200]);
    for (const expected of [400, 400, 400]) expect(await search("{")).toBe(expected);
    expect(await search()).toBe(200);
  });

  it("streams new records", async () => {
    const gateway = await start();
    const { url } = await gateway.listen({ port: 0 });
    const response = await fetch(`${url}/admin/events`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const read = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value);

    expect(await read()).toBe("event: ready\ndata: {}\n\n");
    await ask(gateway, "one");
    expect(await read()).toMatch(/^event: trace\ndata: \{.*"id":"req_1"/);
    await reader.cancel();
  });

  it.each(["0", "many", "-1", "1001", "1.5"])("refuses a limit of %s", async (limit) => {
    const response = await (await start()).app.request(`/admin/traces?limit=${limit}`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });
});

describe("next to the admin API", () => {
  it("an answer's headers say what was done", async () => {
    const { headers } = await ask(await start(), "one");

    expect(Object.fromEntries(headers)).toMatchObject({
      "request-id": "req_1",
      "toolcrib-tools-received": "9",
      "toolcrib-tools-sent": "3",
      "toolcrib-tools-found": "1",
      "toolcrib-gate": "on; reason=on",
      "toolcrib-loader": "bridge",
    });
  });

  it("the header counts what the request's own searches found, as its record does", async () => {
    const search = { kind: "injected", query: "q", ranker: "hybrid", searched: 9, milliseconds: 1 } as const;
    const gateway = await start({
      createAnswerRequest:
        () =>
        async ({ trace }) => {
          trace.note({ tools: { received: 9, eager: 1, deferred: 8, sent: 3, found: ["a"] } });
          trace.search({ ...search, hits: ["a", "b"] });
          return { kind: "whole", message };
        },
    });

    const { headers } = await ask(gateway, "one");
    const { traces } = await get<AdminApiTraces>(gateway, "/admin/traces");

    expect(headers.get("toolcrib-tools-found")).toBe("2");
    expect(traces[0]?.tools.found).toEqual(["a", "b"]);
  });

  it("health and metrics are served", async () => {
    const gateway = await start();
    await ask(gateway, "one");

    expect(await get(gateway, "/healthz")).toEqual({ status: "ok" });
    expect(await (await gateway.app.request("/metrics")).text()).toContain("toolcrib_requests_total{");
  });

  it("pages are served at /studio", async () => {
    const gateway = await start({
      pages: (path) => (path === "/" || path === "/app.js" ? { body: `page ${path}`, type: "text/html" } : undefined),
    });

    for (const [path, body] of [
      ["/studio", "page /"],
      ["/studio/", "page /"],
      ["/studio/app.js", "page /app.js"],
    ] as const) {
      expect(await (await gateway.app.request(path)).text()).toBe(body);
    }
    expect((await gateway.app.request("/studio/../secret")).status).toBe(404);
  });

  it("the MCP front is reached at /mcp, from this machine only", async () => {
    const gateway = await start({ mcpHandler: (_request, response) => void response.end("front") });
    const { url } = await gateway.listen({ port: 0 });

    expect(await (await fetch(`${url}/mcp`)).text()).toBe("front");
    expect((await fetch(`${url}/mcp`, { headers: { origin: "https://evil.example" } })).status).toBe(403);
  });

  it("models are those of routes and upstreams", async () => {
    const gateway = await createGateway({
      upstreams: { gone: { dialect: "anthropic", url: "http://127.0.0.1:1" } },
      routes: [{ model: "claude-x" }, { model: "*" }],
    });

    expect(await get(gateway, "/v1/models")).toMatchObject({
      data: [{ type: "model", id: "claude-x" }],
      has_more: false,
    });
    await gateway.close();
  });
});
