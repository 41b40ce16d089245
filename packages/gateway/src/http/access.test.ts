import { describe, expect, it } from "vitest";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { AnswerMessage } from "../contracts/inner-form.ts";
import { createApiKey } from "../identity/api-key.ts";
import { createGateway } from "../server/create-gateway.ts";
import type { Gateway } from "../server/gateway.ts";
import { useClosers } from "../testing/use-closers.ts";

const question = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi" }] };
const closers = useClosers();

async function start(
  config: GatewayConfig,
): Promise<{ gateway: Gateway; seen: ClientRequest[]; post: typeof postWith }> {
  const seen: ClientRequest[] = [];
  const gateway = await createGateway(config, {
    createAnswerRequest: () => async (request) => {
      seen.push(request);
      return { kind: "whole", message: {} as AnswerMessage };
    },
  });
  closers.push(gateway);
  return { gateway, seen, post: postWith };

  async function postWith(headers: Record<string, string>, path = "/v1/messages"): Promise<Response> {
    const body = path === "/v1/messages" ? JSON.stringify(question) : null;
    return gateway.app.request(`http://localhost${path}`, { method: body === null ? "GET" : "POST", headers, body });
  }
}

describe("keys", () => {
  const { key, sha256 } = createApiKey();
  const admin = createApiKey();
  const policy = [{ action: "hide" as const, name: "rm_*" }];
  const config: GatewayConfig = {
    keys: [
      { name: "someone", sha256, policy },
      { name: "operator", sha256: admin.sha256, admin: true },
    ],
  };

  it("W-M2: admit callers with a key, in any of three headers, with that key's policy", async () => {
    const { post, seen } = await start(config);

    for (const headers of [{ "x-api-key": key }, { authorization: `Bearer ${key}` }, { "toolcrib-key": key }]) {
      expect((await post(headers)).status).toBe(200);
    }
    expect(seen.map((request) => request.policy)).toEqual([policy, policy, policy]);
  });

  it("never reach an upstream, while another credential does", async () => {
    const { post, seen } = await start(config);

    await post({ "x-api-key": key });
    await post({ "toolcrib-key": key, authorization: "Bearer theirs", "x-api-key": "theirs" });

    expect(seen[0]?.credentials).toEqual({});
    expect(JSON.stringify(seen.map(({ raw }) => raw.headers))).not.toContain(key);
    expect(seen[1]?.credentials).toEqual({ authorization: "Bearer theirs", apiKey: "theirs" });
    expect(seen[1]?.raw.headers).toMatchObject({ authorization: "Bearer theirs", "x-api-key": "theirs" });
  });

  it.each([
    ["none", {}, 401],
    ["a wrong one", { "x-api-key": "tck_wrong" }, 401],
    ["the hash instead", { "x-api-key": sha256 }, 401],
  ])("reject callers with %s", async (_name, headers, status) => {
    const { post, seen } = await start(config);

    const response = await post(headers as Record<string, string>);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ type: "error", error: { type: "authentication_error" } });
    expect(seen).toEqual([]);
  });

  it.each(["/admin/traces", "/admin/health", "/metrics"])("allow only administrators at %s", async (path) => {
    const { post } = await start(config);

    expect((await post({}, path)).status).toBe(401);
    expect((await post({ "x-api-key": key }, path)).status).toBe(403);
    expect((await post({ "x-api-key": admin.key }, path)).status).toBe(200);
  });

  it("guard the MCP front", async () => {
    const gateway = await createGateway(config, { mcpHandler: (_request, response) => void response.end("front") });
    closers.push(gateway);
    const { url } = await gateway.listen({ port: 0 });

    expect((await fetch(`${url}/mcp`)).status).toBe(401);
    expect(await (await fetch(`${url}/mcp`, { headers: { authorization: `Bearer ${key}` } })).text()).toBe("front");
  });

  it("are required for a host that others can reach", async () => {
    const { gateway } = await start({});
    await expect(gateway.listen({ host: "0.0.0.0", port: 0 })).rejects.toMatchObject({ code: "open_without_keys" });

    const open = await start(config);
    const { port } = await open.gateway.listen({ host: "0.0.0.0", port: 0 });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await expect(open.gateway.reload({})).rejects.toMatchObject({ code: "open_without_keys" });
    expect((await fetch(`http://127.0.0.1:${port}/admin/traces`)).status).toBe(401);
  });

  it("are missed with a report, if a reloaded config has none and so opens the gateway", async () => {
    const problems: string[] = [];
    const gateway = await createGateway(config, { reportProblem: (problem) => problems.push(problem) });
    closers.push(gateway);
    const opened = expect.stringContaining("The reloaded config has no keys");

    await gateway.reload({ ...config, limits: { pingSeconds: 5 } });
    expect(problems).not.toContainEqual(opened);
    await gateway.reload({});
    expect(problems).toContainEqual(opened);
    problems.splice(0);
    await gateway.reload({ limits: { pingSeconds: 5 } });
    expect(problems).not.toContainEqual(opened);
  });

  it("have 256 random bits and a hash that does not reveal them", () => {
    const made = createApiKey(() => new Uint8Array(32).fill(255));

    expect(made.key).toBe(`tck_${"_".repeat(42)}8`);
    expect(made.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(createApiKey().key).not.toBe(createApiKey().key);
  });
});

describe("web pages", () => {
  it.each([
    ["a rebound name", { host: "evil.example" }],
    ["another origin", { origin: "https://evil.example" }],
    ["a sandboxed page", { origin: "null" }],
  ])("with %s are refused", async (_name, headers: Readonly<Record<string, string>>) => {
    const { post, seen } = await start({});

    const response = await post(headers);

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { type: "permission_error" } });
    expect(seen).toEqual([]);
  });

  it.each([
    { host: "localhost:1" },
    { host: "127.0.0.1" },
    { host: "[::1]:80" },
    { host: "localhost:8788", origin: "http://localhost:8788" },
    { host: "localhost:8788", origin: "http://127.0.0.1:8788" },
    { host: "127.0.0.1:8788", origin: "http://localhost:8788" },
    { host: "[::1]:8788", origin: "http://[::1]:8788" },
    { host: "localhost", origin: "http://localhost" },
  ])("of the gateway itself are allowed, by any name of this machine: %j", async (headers) => {
    const { post } = await start({});

    expect((await post(headers as Record<string, string>)).status).toBe(200);
  });

  it.each([
    "http://localhost:3000",
    "http://127.0.0.1:9999",
    "http://localhost",
    "https://localhost",
    "http://evil.example:8788",
    "http://localhost.evil.example:8788",
  ])("of another port or host may not use a gateway without keys: %s", async (origin) => {
    const { post, seen } = await start({});

    for (const path of ["/v1/messages", "/admin/traces"]) {
      expect((await post({ host: "localhost:8788", origin }, path)).status).toBe(403);
    }
    expect(seen).toEqual([]);
  });

  it("of another port of this machine may use a gateway without keys if the config names them", async () => {
    const { post } = await start({ cors: { origins: ["http://localhost:3000"] } });

    expect((await post({ host: "localhost:8788", origin: "http://localhost:3000" })).status).toBe(200);
  });

  it("of another port of this machine need a key where there are keys", async () => {
    const { key, sha256 } = createApiKey();
    const { post } = await start({ keys: [{ name: "someone", sha256 }] });
    const page = { host: "localhost:8788", origin: "http://localhost:3000" };

    expect((await post(page)).status).toBe(401);
    expect((await post({ ...page, "x-api-key": key })).status).toBe(200);
  });

  it("of allowed hosts and origins are allowed, and may read the answer", async () => {
    const { post, gateway } = await start({ allowedHosts: ["box.lan"], cors: { origins: ["https://app.example"] } });

    expect((await post({ host: "box.lan:8788" })).status).toBe(200);
    expect((await post({ host: "box.lan:8788", origin: "http://box.lan:8788" })).status).toBe(200);
    const response = await post({ origin: "https://app.example" });
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
    const preflight = await gateway.app.request("http://localhost/v1/messages", {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-headers": "x-api-key" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("x-api-key");
  });

  it("get no permission to read by default", async () => {
    const { post } = await start({});

    expect((await post({ origin: "http://localhost" })).headers.get("access-control-allow-origin")).toBeNull();
  });
});
