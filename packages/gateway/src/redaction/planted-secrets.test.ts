import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { loadConfig } from "../config/load-config.ts";
import { createGateway } from "../server/create-gateway.ts";
import type { Gateway } from "../server/gateway.ts";
import { serve, type TestServer } from "../testing/serve.ts";
import { createSpanSink } from "../trace/span-sink.ts";

// Each place has its own secret; all contain this word, which appears nowhere else.
const secret = (place: string): string => `sk-${place}-zqjx5f1d83c07a`;
const gatewayKey = secret("gateway-key");

let folder = "";
let upstream: TestServer;
let mcp: TestServer;
let gateway: Gateway;
let url = "";
const spans = new InMemorySpanExporter();
const problems: string[] = [];
const outputs: string[] = [];
/** What the upstream and the MCP server received and sent back. */
const quoted: string[] = [];

/** Echoes everything it received, in the way that the model name selects. */
function echo(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const shown = `refused: ${request.url} ${JSON.stringify(request.headers)}`;
  quoted.push(shown);
  const { model = "" } = JSON.parse(body.toString("utf8") || "{}") as { model?: string };
  const error = JSON.stringify({ type: "error", error: { type: "authentication_error", message: shown } });
  const json = { "content-type": "application/json", "x-told": encodeURIComponent(shown).slice(0, 4_000) };
  if (model.startsWith("breaks")) response.destroy();
  else if (model.startsWith("stalls")) return;
  else if (model.startsWith("packed")) {
    response.writeHead(400, { ...json, "content-encoding": "gzip" }).end(gzipSync(error));
  } else if (model.startsWith("page")) {
    response.writeHead(502, { "content-type": "text/html" }).end(`<html>${shown}</html>`);
  } else if (model.startsWith("streams")) {
    response.writeHead(200, { ...json, "content-type": "text/event-stream" });
    const start = {
      type: "message_start",
      message: { id: "m", type: "message", role: "assistant", content: [], usage: {} },
    };
    response.write(`event: message_start\ndata: ${JSON.stringify(start)}\n\n`);
    const event = `event: error\ndata: ${error}\n\n`;
    // In two packets, split inside a secret.
    const cut = event.indexOf("zqjx") + 3;
    response.write(event.slice(0, cut));
    setTimeout(() => response.end(event.slice(cut)), 20);
  } else response.writeHead(401, json).end(error);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolcrib-planted-"));
  upstream = await serve(echo);
  mcp = await serve(echo);
  const at = (name: string) =>
    upstream.url.replace("://", `://${secret(`${name}-user`)}:${secret(`${name}-password`)}@`);
  const headers = { "x-team-token": secret("header"), "x-upstream-authorization": `Basic ${secret("basic")}` };
  const limits = { firstByteSeconds: 0.1, idleSeconds: 0.1 };
  const config: GatewayConfig = {
    keys: [{ name: "someone", sha256: createHash("sha256").update(gatewayKey).digest("hex"), admin: true }],
    upstreams: {
      messages: {
        dialect: "anthropic",
        url: `${at("messages")}?key=${secret("query")}`,
        apiKey: secret("api-key"),
        headers: { "x-team-token": secret("header") },
        ...limits,
      },
      chat: { dialect: "openai-chat", url: `${upstream.url}/v1`, apiKeyEnv: "CHAT_KEY", headers, ...limits },
      gone: { dialect: "anthropic", url: at("gone").replace(/:\d+$/, ":1"), apiKey: secret("gone") },
      passing: { dialect: "anthropic", url: upstream.url, ...limits },
    },
    routes: [
      { model: "*-chat", upstream: "chat" },
      { model: "*-gone", upstream: "gone" },
      { model: "*-passing", upstream: "passing" },
      { model: "*-bridged", upstream: "messages", loader: "bridge" },
      { model: "*", upstream: "messages" },
    ],
    retries: { attempts: 1, firstDelaySeconds: 0 },
    mcp: { allowedHosts: [mcp.url] },
    mcpServers: { own: { url: `https://host/mcp?token=${secret("own-server")}`, env: { SOME_TOKEN: secret("env") } } },
    skills: {
      urls: [`${at("skill")}/SKILL.md?key=${secret("skill-query")}`, `${at("skill").replace(/:\d+$/, ":1")}/x`],
    },
    trace: { captureContent: true, log: { file: join(folder, "trace.jsonl") } },
  };
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  gateway = await createGateway(config, {
    environment: { CHAT_KEY: secret("chat-key") },
    sinks: [createSpanSink(provider.getTracer("test"))],
    secrets: () => [secret("expanded-variable")],
    reportProblem: (problem, error) =>
      problems.push(`${problem} ${String(error)} ${(error as Error | undefined)?.stack}`),
    pages: () => ({ body: "<html></html>", type: "text/html" }),
    admin: {
      servers: () => [{ name: "own", state: "failed", reason: secret("expanded-variable"), log: [secret("env")] }],
    },
  });
  url = (await gateway.listen({ port: 0 })).url;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
  await mcp.close();
  await rm(folder, { recursive: true });
});

const tools = [
  { name: "now", input_schema: { type: "object" } },
  { name: "ToolSearch", input_schema: { type: "object" } },
  { name: "later", input_schema: { type: "object" }, defer_loading: true },
];

async function ask(path: string, init: RequestInit = {}): Promise<string> {
  const headers = {
    "toolcrib-key": gatewayKey,
    "x-api-key": secret("client-key"),
    authorization: `Bearer ${secret("client-token")}`,
    cookie: `session=${secret("cookie")}`,
    ...(init.headers as Record<string, string>),
  };
  const response = await fetch(url + path, { ...init, headers });
  const output = `${path} ${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
  outputs.push(output);
  return output;
}

const post = (body: object, path = "/v1/messages") =>
  ask(path, {
    method: "POST",
    body: JSON.stringify({ max_tokens: 5, messages: [{ role: "user", content: "Hi" }], ...body }),
  });

it("no output contains a secret of the config, of a client or of a request, whatever an upstream quotes", async () => {
  const events = new AbortController();
  const watched = fetch(`${url}/admin/events`, { headers: { "toolcrib-key": gatewayKey }, signal: events.signal })
    .then(async (response) => {
      for await (const chunk of response.body ?? []) outputs.push(Buffer.from(chunk).toString("utf8"));
    })
    .catch(() => {});

  for (const variant of ["refuses", "packed", "page", "streams", "breaks", "stalls"]) {
    for (const route of ["", "-chat", "-passing", "-bridged"]) {
      for (const stream of [false, true]) {
        await post({ model: `${variant}${route}`, stream });
        await post({ model: `${variant}${route}`, stream, tools });
      }
      await post({ model: `${variant}${route}` }, "/v1/messages/count_tokens");
    }
  }
  await post({ model: "any-gone" });
  const server = { type: "url", name: "calendar", authorization_token: secret("mcp-token") };
  const toolset = [{ type: "mcp_toolset", mcp_server_name: "calendar" }];
  for (const address of [
    `${mcp.url}/mcp?token=${secret("mcp-query")}`,
    `https://evil.example/?t=${secret("mcp-other")}`,
  ]) {
    await post({ model: "refuses", mcp_servers: [{ ...server, url: address }], tools: toolset });
  }
  await ask("/v1/messages", { method: "POST", headers: { "toolcrib-key": secret("wrong-key") }, body: "{" });
  for (const path of [
    "/v1/models",
    "/admin/traces?limit=1000",
    "/admin/health",
    "/admin/conversations",
    "/admin/catalogue",
    "/metrics",
    "/healthz",
    "/studio/",
    "/nowhere",
  ]) {
    await ask(path);
  }
  const broken = {
    upstreams: {
      a: { dialect: "anthropic" as const, url: `ftp://x:${secret("broken-url")}@host?k=${secret("broken-query")}` },
    },
  };
  outputs.push(String(await gateway.reload(broken).catch((error: unknown) => error)));
  events.abort();
  await watched;
  await gateway.close();

  const log = await readFile(join(folder, "trace.jsonl"), "utf8");
  const shown = spans
    .getFinishedSpans()
    .map(({ name, attributes, events: all, status }) => ({ name, attributes, all, status }));
  const everything = { outputs, problems, log, spans: JSON.stringify(shown) };
  expect(log.split("\n").length).toBeGreaterThan(100);
  expect(outputs.join("\n")).toContain("[redacted]");
  const login = Buffer.from(`${secret("messages-user")}:${secret("messages-password")}`).toString("base64");
  const all = quoted.join("\n");
  expect(all.includes(login)).toBe(true);
  expect(JSON.stringify(everything).includes(login)).toBe(false);
  for (const place of ["api-key", "header", "chat-key", "basic", "client-key", "mcp-token", "mcp-query"]) {
    expect([place, all.includes(secret(place))]).toEqual([place, true]);
  }
  for (const [name, text] of Object.entries(everything)) {
    const found = [text]
      .flat()
      .flatMap((line) => [...line.matchAll(/.{0,60}zqjx.{0,30}/gs)].map(([context]) => context));
    expect([name, found]).toEqual([name, []]);
  }
}, 60_000);

it.each<[string, object | string]>([
  [
    "a key that is no text",
    { upstreams: { a: { dialect: "anthropic", url: "https://host", apiKey: [secret("list")] } } },
  ],
  [
    "a URL of another kind",
    { upstreams: { a: { dialect: "anthropic", url: `ws://u:${secret("ws")}@host?k=${secret("ws-query")}` } } },
  ],
  ["a key where its hash belongs", { keys: [{ name: "someone", sha256: secret("hash") }] }],
  [
    "a header that is no text",
    { upstreams: { a: { dialect: "anthropic", headers: { authorization: 5, other: secret("h") } } } },
  ],
  ["an unknown field", { upstreams: { a: { dialect: "anthropic", apikey: secret("unknown") } } }],
  ["a file that is not JSON", `{"upstreams":{"a":{"apiKey":"${secret("broken")}"x}}}`],
  ["a text without quotes", `{"apiKey": ${secret("bare")}}`],
])("the error about a config with %s does not quote it", async (_name, config) => {
  const file = join(folder, "toolcrib.json");
  const { writeFile, mkdir } = await import("node:fs/promises");
  await mkdir(folder, { recursive: true });
  await writeFile(file, typeof config === "string" ? config : JSON.stringify(config));

  const error = await loadConfig({ file }).then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );

  expect(error).toBeDefined();
  expect(`${error?.message} ${error?.stack}`).not.toMatch(/zqjx|5f1d83c07a/);
});
