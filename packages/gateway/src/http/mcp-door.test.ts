import { afterEach, expect, it } from "vitest";
import type { LimitsConfig } from "../config/gateway-config.ts";
import { createApiKey } from "../identity/api-key.ts";
import { createGateway } from "../server/create-gateway.ts";
import type { Gateway, GatewayOptions } from "../server/gateway.ts";
import { createManualTimers } from "../testing/settings/manual-timers.ts";
import { connectTo, postText } from "../testing/socket-client.ts";

const { key, sha256 } = createApiKey();
const gateways: Gateway[] = [];
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
});

/** A gateway whose front answers with the body that it was given. */
async function start(limits: LimitsConfig = {}, options: GatewayOptions = {}) {
  const gateway = await createGateway(
    { keys: [{ name: "someone", sha256, admin: true }], limits },
    { mcpHandler: (_request, response, _caller, body) => void response.end(JSON.stringify({ body })), ...options },
  );
  gateways.push(gateway);
  const { url } = await gateway.listen({ port: 0 });
  const open = async (body: string, headers: Record<string, string>) => {
    const client = await connectTo(url);
    client.socket.write(postText("/mcp", body, { "content-type": "application/json", ...headers }));
    return client;
  };
  const bodyBytes = async () => {
    const text = await (await fetch(`${url}/metrics`, { headers: { "x-api-key": key } })).text();
    return Number(/^toolcrib_body_bytes (\d+)$/m.exec(text)?.[1]);
  };
  return { url, open, bodyBytes };
}

it("checks the key before it reads a byte of the body", async () => {
  const { open, bodyBytes } = await start();
  const client = await open("", { "content-length": "4000000" });

  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 401 [\s\S]*authentication_error/);

  expect(await bodyBytes()).toBe(0);
  client.socket.destroy();
});

it("passes the front the parsed body, and leaves invalid JSON to it", async () => {
  const { url } = await start();
  const post = async (body: string, type = "application/json") => {
    const headers = { "x-api-key": key, "content-type": type };
    return (await fetch(`${url}/mcp`, { method: "POST", headers, body })).json();
  };

  expect(await post('{"id":1}')).toEqual({ body: { id: 1 } });
  expect(await post("{")).toEqual({});
  expect(await post("{}", "text/plain")).toEqual({});
});

it("refuses bodies that hold too much, and large batches, before the front sees them", async () => {
  const { url, bodyBytes } = await start();
  const post = async (body: string) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const response = await fetch(`${url}/mcp`, { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a" } };

  expect(await post(`{"id":1,"params":[${"0,".repeat(1_000_000)}0]}`)).toEqual({
    status: 413,
    text: expect.stringContaining("at most 1000000 JSON values, got more"),
  });
  const wrapped = { name: "a", arguments: { name: "b", arguments: `[${"0,".repeat(300_000)}0]` } };
  expect(await post(JSON.stringify(Array(4).fill({ ...call, params: wrapped })))).toEqual({
    status: 413,
    text: expect.stringContaining("at most 1000000 JSON values, got more"),
  });
  expect(await post(JSON.stringify(Array(101).fill(call)))).toEqual({
    status: 400,
    text: expect.stringContaining("Expected at most 100 messages in a batch, got 101"),
  });
  expect((await post(JSON.stringify(Array(100).fill(call)))).status).toBe(200);
  await expect.poll(bodyBytes).toBe(0);
});

it("counts half-sent bodies, and ends those that pause too long", async () => {
  const timers = createManualTimers();
  const { open, bodyBytes } = await start({ bodyIdleSeconds: 0.01 }, { startTimer: timers.start });
  const client = await open("{       ", { "content-length": "1000", "x-api-key": key });

  await expect.poll(bodyBytes).toBe(8);
  await new Promise((resolve) => setTimeout(resolve, 20));
  // When the gateway looks for them.
  timers.run(250);
  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(bodyBytes).toBe(0);
  client.socket.destroy();
});

it("refuses bodies that are too large for an MCP message, or for the limit of all bodies", async () => {
  const { open } = await start({ bodyBytesInFlight: 100 });

  const large = await open("", { "content-length": "5000000", "x-api-key": key });
  await expect.poll(large.text).toMatch(/^HTTP\/1\.1 413 /);
  const many = await open("x".repeat(200), { "x-api-key": key });
  await expect.poll(many.text).toMatch(/^HTTP\/1\.1 529 [\s\S]*retry-after: 1/);
  for (const { socket } of [large, many]) socket.destroy();
});

it("lets pages of allowed origins in, and asks them for no key beforehand", async () => {
  const gateway = await createGateway(
    { keys: [{ name: "someone", sha256 }], cors: { origins: ["https://app.example.com"] } },
    { mcpHandler: (_request, response) => void response.end("{}") },
  );
  gateways.push(gateway);
  const { url } = await gateway.listen({ port: 0 });
  const ask = (method: string, origin: string) =>
    fetch(`${url}/mcp`, { method, headers: { origin, ...(method === "GET" && { "x-api-key": key }) } });
  const [preflight, answer, other] = [
    await ask("OPTIONS", "https://app.example.com"),
    await ask("GET", "https://app.example.com"),
    await ask("OPTIONS", "https://evil.example"),
  ];

  expect([preflight.status, answer.status, other.status]).toEqual([204, 200, 403]);
  for (const { headers } of [preflight, answer]) {
    expect(headers.get("access-control-allow-origin")).toBe("https://app.example.com");
  }
  expect(preflight.headers.get("access-control-allow-methods")).toContain("DELETE");
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

it("ends streams for notifications when the gateway stops, and lets calls complete", async () => {
  let complete = (): void => {};
  const gateway = await createGateway(
    {},
    {
      mcpHandler: (_request, response, _caller, body) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
        if ((body as { method?: string } | undefined)?.method === "tools/call") complete = () => response.end("done");
      },
    },
  );
  const { url } = await gateway.listen({ port: 0 });
  const post = (method: string) =>
    fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method }),
    });
  const [call, listening, stream] = await Promise.all([
    post("tools/call"),
    post("subscriptions/listen"),
    fetch(`${url}/mcp`),
  ]);

  const closed = gateway.close({ drainMilliseconds: 600_000 });

  await expect(listening.text()).rejects.toThrow();
  await expect(stream.text()).rejects.toThrow();
  complete();
  expect(await call.text()).toBe("done");
  await closed;
});
