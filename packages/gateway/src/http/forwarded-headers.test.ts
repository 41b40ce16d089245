import { type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { describe, expect, it } from "vitest";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { UpstreamEndpoint } from "../contracts/upstream-dialect.ts";
import { createApiKey } from "../identity/api-key.ts";
import { createGateway } from "../server/create-gateway.ts";
import { serve } from "../testing/serve.ts";
import { startTestIssuer } from "../testing/test-issuer.ts";
import { useClosers } from "../testing/use-closers.ts";

const closers = useClosers();
const gatewayKey = createApiKey();
const otherKey = createApiKey();
const keys = [
  { name: "one", sha256: gatewayKey.sha256 },
  { name: "other", sha256: otherKey.sha256 },
];

const doors = [
  ["anthropic", "/v1/messages", { max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }],
  ["openai-chat", "/v1/chat/completions", { messages: [{ role: "user", content: "Hi" }] }],
  ["openai-responses", "/v1/responses", { input: "Hi" }],
] as const;

interface Seen {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Door = readonly [dialect: (typeof doors)[number][0], path: string, body: object];

async function start([dialect, path, body]: Door, endpoint: UpstreamEndpoint = {}, config: GatewayConfig = {}) {
  const seen: Seen[] = [];
  const problems: string[] = [];
  const answers: string[] = [];
  const server = await serve((request, _body, response) => {
    seen.push({ url: request.url ?? "", headers: request.headers as Seen["headers"] });
    response.writeHead(400, { "content-type": "application/json" });
    response.end('{"type":"error","error":{"type":"invalid_request_error","message":"no"}}');
  });
  const gateway = await createGateway(
    { upstreams: { up: { dialect, url: `${server.url}/v1`, ...endpoint } }, keys, ...config },
    { reportProblem: (problem) => problems.push(problem) },
  );
  const { port } = await gateway.listen({ port: 0 });
  closers.push(gateway, server);
  /** Sends a request as it is: `fetch` refuses some headers, and adds others. */
  const send = (headers: OutgoingHttpHeaders, { query = "", fields = {} } = {}): Promise<Seen | undefined> =>
    new Promise((resolve, reject) => {
      const before = seen.length;
      const all = { "content-type": "application/json", ...headers };
      const options = { host: "127.0.0.1", port, method: "POST", path: path + query, headers: all };
      const request = requestHttp(options, (response) => {
        response.on("data", (bytes: Buffer) => answers.push(bytes.toString()));
        response.on("end", () => resolve(seen[before]));
      });
      request.on("error", reject);
      request.end(JSON.stringify({ model: "m", ...body, ...fields }));
    });
  return { send, problems, answers };
}

/** What the clients of this gateway send: the SDKs, Claude Code, Codex and opencode. */
const programHeaders = {
  accept: "application/json",
  "anthropic-beta": "context-management-2025-06-27",
  "anthropic-dangerous-direct-browser-access": "true",
  "anthropic-version": "2023-06-01",
  "idempotency-key": "stainless-node-retry-1",
  "openai-beta": "responses=v1",
  originator: "codex_cli_rs",
  "session-id": "0199-session",
  session_id: "0199-session",
  "thread-id": "0199-thread",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "vendor=1",
  "user-agent": "claude-cli/2.1.325 (external, cli)",
  version: "0.166.0",
  "x-app": "cli",
  "x-claude-code-session-id": "0199-session",
  "x-client-request-id": "0199-request",
  "x-codex-beta-features": "remote_compaction_v2",
  "x-codex-turn-metadata": '{"agent_name":"/root"}',
  "x-openai-internal-codex-responses-lite": "true",
  "x-opencode-session-id": "ses_1",
  "x-request-id": "req_1",
  "x-session-affinity": "ses_1",
  "x-stainless-helper": "beta-tool-runner",
  "x-stainless-retry-count": "0",
};
const accountHeaders = {
  "anthropic-organization-id": "org-1",
  "anthropic-workspace-id": "wrkspc-1",
  "chatgpt-account-id": "acc-1",
  "openai-organization": "org-1",
  "openai-project": "proj-1",
  "x-openai-fedramp": "true",
  "x-user-id": "user-1",
};
const neverSent = {
  cookie: "toolcrib-session=token-of-the-session",
  expect: "100-continue",
  forwarded: "for=192.0.2.1",
  te: "trailers",
  via: "1.1 proxy",
  "proxy-authorization": "Basic cHJveHk6cHJveHk=",
  "x-forwarded-for": "192.0.2.1",
  "x-forwarded-host": "evil.example",
  "x-original-url": "/admin",
  "x-real-ip": "192.0.2.1",
};
const unknownHeaders = { "x-amz-security-token": "t", "helicone-auth": "Bearer h", "http-referer": "https://app.test" };
const given = { ...programHeaders, ...accountHeaders, ...neverSent, ...unknownHeaders };

function namesOf(sent: Seen | undefined, among: object): readonly string[] {
  return Object.keys(among).filter((name) => sent?.headers[name] !== undefined);
}

describe.each(doors)("towards an upstream that speaks %s", (...door) => {
  it("the operator's key goes with what describes the client, and with nothing that chooses an account", async () => {
    const { send } = await start(door, { apiKey: "operators-key" });

    const sent = await send({ ...given, "x-api-key": gatewayKey.key, "api-key": "theirs", "x-goog-api-key": "theirs" });

    expect(sent?.headers).toMatchObject(programHeaders);
    expect(namesOf(sent, { ...accountHeaders, ...neverSent, ...unknownHeaders })).toEqual([]);
    expect(JSON.stringify(sent)).toContain("operators-key");
    expect(JSON.stringify(sent)).not.toMatch(/theirs|tck_/);
  });

  it("the client's own key goes with the account that it chooses", async () => {
    const { send } = await start(door);

    const sent = await send({ ...given, "toolcrib-key": gatewayKey.key, authorization: "Bearer theirs" });

    expect(sent?.headers).toMatchObject({ ...programHeaders, ...accountHeaders, authorization: "Bearer theirs" });
    expect(namesOf(sent, { ...neverSent, ...unknownHeaders })).toEqual([]);
  });

  it.each([
    ["no credential of the client", {}, {}],
    ["a credential among the headers of the config", { headers: { "Api-Key": "operators-key" } }, { "x-api-key": "t" }],
  ])("with %s, no account is chosen", async (_name, endpoint, headers) => {
    const { send } = await start(door, endpoint);

    const sent = await send({ ...accountHeaders, "toolcrib-key": gatewayKey.key, ...headers });

    expect(sent).toBeDefined();
    expect(namesOf(sent, accountHeaders)).toEqual([]);
  });

  it("a config adds headers by name and by beginning, whether the request is passed on or written", async () => {
    const forwardHeaders = ["HTTP-Referer", "helicone-*", "openai-organization"];
    const { send } = await start(door, { apiKey: "operators-key", forwardHeaders });
    const headers = { ...given, "x-api-key": gatewayKey.key };
    const parameters = { type: "object", properties: {} };
    const toolOf = (name: string, more: object) =>
      ({
        anthropic: { name, input_schema: parameters, ...more },
        "openai-chat": { type: "function", function: { name, parameters }, ...more },
        "openai-responses": { type: "function", name, parameters, ...more },
      })[door[0]];
    const tools = [toolOf("look", {}), toolOf("find", { defer_loading: true })];

    for (const fields of [{}, { tools }]) {
      const sent = await send(headers, { fields });
      expect(sent?.headers).toMatchObject({
        "helicone-auth": "Bearer h",
        "http-referer": "https://app.test",
        "openai-organization": "org-1",
      });
      expect(namesOf(sent, { ...neverSent, "x-amz-security-token": "t", "openai-project": "p" })).toEqual([]);
    }
  });

  it("each header that is left out is reported once, up to a limit", async () => {
    const { send, problems } = await start(door, { apiKey: "operators-key" });

    for (let count = 0; count < 2; count++) await send({ ...given, "x-api-key": gatewayKey.key });

    const names = [...Object.keys(accountHeaders), ...Object.keys(unknownHeaders)];
    expect(problems.map((problem) => /the header (\S+) of/.exec(problem)?.[1] ?? "").toSorted()).toEqual(
      names.toSorted(),
    );
    expect(problems[0]).toContain("The upstream up ");

    for (let count = 0; count < 5; count++) {
      const more = Object.fromEntries(Array.from({ length: 40 }, (_, number) => [`x-${count}-${number}`, "1"]));
      await send({ ...more, "x-api-key": gatewayKey.key });
    }
    expect(problems).toHaveLength(64);
  });
});

describe("a key of the gateway", () => {
  const { key } = gatewayKey;
  const [messages] = doors;

  it.each([
    ["without a scheme", { authorization: key }],
    ["in a basic login", { authorization: `Basic ${Buffer.from(`x:${key}`).toString("base64")}` }],
    ["as a bearer token", { authorization: `Bearer ${key}` }],
    ["of somebody else", { authorization: `Bearer ${otherKey.key}` }],
    ["of somebody else as an API key", { "x-api-key": otherKey.key }],
    ["in the header of another API", { "api-key": key, "x-goog-api-key": key }],
    ["in the name of the program", { "user-agent": `agent/1 (${key})` }],
    ["in a list", { "anthropic-beta": `a,${key}` }],
    ["within a word", { "x-request-id": `id-${key}-1` }],
    ["in quotes", { "x-stainless-helper": JSON.stringify({ key }) }],
    ["percent-encoded", { traceparent: encodeURIComponent(key).replaceAll("_", "%5F") }],
    ["where the config lets headers through", { "x-router-key": key }],
  ])("stays here %s", async (_name, headers: Readonly<Record<string, string>>) => {
    const { send } = await start(messages, { forwardHeaders: ["x-router-*"] });

    const sent = await send({ "toolcrib-key": key, "x-app": "cli", ...headers });

    expect(sent?.headers["x-app"]).toBe("cli");
    for (const name of Object.keys(headers)) expect(sent?.headers[name]).toBeUndefined();
    expect(JSON.stringify(sent)).not.toMatch(/tck_/);
  });

  it("stays here in the query, whose other parts go on", async () => {
    const { send } = await start(messages);

    const sent = await send({ "x-api-key": key }, { query: `?beta=true&key=${key}&x=%20&k=${otherKey.key}` });

    expect(sent?.url).toBe("/v1/messages?beta=true&x=%20");
    expect((await send({ "x-api-key": key }, { query: `?key=${key}` }))?.url).toBe("/v1/messages");
  });

  it("stays here in a request that is written for another API", async () => {
    const { send } = await start(["openai-chat", messages[1], messages[2]], {
      forwardHeaders: ["x-title", "x-router"],
    });

    const sent = await send({ "toolcrib-key": key, authorization: key, "x-title": "mine", "x-router": key });

    expect(sent?.headers["x-title"]).toBe("mine");
    expect(JSON.stringify(sent)).not.toContain(key);
  });

  it("is no credential for an MCP server", async () => {
    const { send, answers } = await start(messages);
    const server = { type: "url", name: "cal", url: "https://mcp.example.com/" };

    for (const secret of [
      { authorization_token: key },
      { headers: { "x-token": key } },
      { url: `https://mcp.example.com/?key=${key}` },
    ]) {
      const fields = { mcp_servers: [{ ...server, ...secret }] };
      expect(await send({ "x-api-key": key }, { fields })).toBeUndefined();
      expect(answers.pop()).toContain("got a key of this gateway, which is never sent to others");
    }
    expect(await send({ "x-api-key": key }, { fields: { mcp_servers: [] } })).toBeDefined();
  });

  it("is also a token of the issuer, while tokens for others go on", async () => {
    const issuer = await startTestIssuer();
    closers.push(() => issuer.close());
    const oidc = { issuer: issuer.url, audience: "api", organisation: "acme" };
    const { send } = await start(messages, {}, { oidc });
    const own = await issuer.sign({ sub: "1", email: "ada@example.com" });
    const foreign = await issuer.sign({ sub: "1", aud: "elsewhere" });

    const [first, second] = [
      await send({ "toolcrib-key": key, authorization: `Bearer ${own}`, "api-key": own }),
      await send({ "toolcrib-key": key, authorization: `Bearer ${foreign}` }),
    ];

    expect(JSON.stringify(first)).not.toContain(own);
    expect(second?.headers["authorization"]).toBe(`Bearer ${foreign}`);
  });
});
