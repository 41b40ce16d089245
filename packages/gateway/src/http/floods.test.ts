import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../identity/api-key.ts";
import { question, useAnsweringGateways } from "../testing/answering-gateway.ts";
import { connectTo, postText, type SocketClient } from "../testing/socket-client.ts";

const { start } = useAnsweringGateways();
const { key, sha256 } = createApiKey();
const keys = [{ name: "someone", sha256, admin: true }];
const megabyte = 1_024 * 1_024;

async function open(url: string, count: number, text: string): Promise<SocketClient[]> {
  const clients: SocketClient[] = [];
  onTestFinished(() => {
    for (const { socket } of clients) socket.destroy();
  });
  while (clients.length < count) {
    const batch = Array.from({ length: Math.min(200, count - clients.length) }, () => connectTo(url));
    for (const client of await Promise.all(batch)) {
      client.socket.write(text);
      clients.push(client);
    }
  }
  return clients;
}

const askWithSdk = (url: string, apiKey = key) =>
  new Anthropic({ baseURL: url, apiKey }).messages.create({
    model: "m",
    max_tokens: 1,
    messages: [{ role: "user", content: "Hi" }],
  });

const metric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`, { headers: { "toolcrib-key": key } })).text();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
};

describe("a flood without a key", () => {
  it("is refused by its headers: 40 large bodies are answered before they are sent, and none is kept", async () => {
    const { url, traces } = await start(undefined, { keys });
    const clients = await open(url, 40, postText("/v1/messages", "", { "content-length": String(30 * megabyte) }));

    await expect.poll(() => clients.filter(({ text }) => text().startsWith("HTTP/1.1 401 ")).length).toBe(40);
    for (const { socket } of clients) socket.write(Buffer.alloc(megabyte));
    expect(await askWithSdk(url)).toMatchObject({ type: "message" });

    expect(await metric(url, "toolcrib_body_bytes")).toBe(0);
    expect(await metric(url, "toolcrib_requests_running")).toBe(0);
    expect(traces.filter(({ status }) => status === 401)).toHaveLength(40);
  });

  it("is answered, even if a client writes everything before it reads", async () => {
    const { url } = await start(undefined, { keys });

    const response = await fetch(`${url}/v1/messages`, { method: "POST", body: Buffer.alloc(20 * megabyte) });

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: "authentication_error" } });
  });

  it("locks nobody out with 3,000 half-sent requests", async () => {
    const { url } = await start(undefined, { keys });
    const clients = await open(url, 3_000, postText("/v1/messages", '{"model"', { "content-length": "1000" }));

    expect(await askWithSdk(url)).toMatchObject({ type: "message" });
    await expect.poll(() => clients.filter(({ text }) => text().startsWith("HTTP/1.1 401 ")).length).toBe(3_000);
    expect(await metric(url, "toolcrib_requests_running")).toBe(0);
  }, 30_000);

  it("is not asked for its body if it waits for a 100 response", async () => {
    const { url } = await start(undefined, { keys });
    const [client] = await open(
      url,
      1,
      postText("/v1/messages", "", { "content-length": "5", expect: "100-continue" }),
    );
    await client?.closed;

    expect(client?.text()).toMatch(/^HTTP\/1\.1 401 /);
    const body = JSON.stringify(question);
    const [allowed] = await open(
      url,
      1,
      postText("/v1/messages", "", { "content-length": String(body.length), expect: "100-continue", "x-api-key": key }),
    );
    await expect.poll(() => allowed?.text()).toContain("HTTP/1.1 100 Continue");
    allowed?.socket.write(body);
    await expect.poll(() => allowed?.text()).toContain("HTTP/1.1 200 OK");
  });
});

describe("connections that send half a request", () => {
  it("are replaced by new ones: half-sent bodies", async () => {
    const { url, traces } = await start(undefined, { limits: { concurrentRequests: 50 } });
    await open(url, 50, postText("/v1/messages", '{"model"', { "content-length": "1000" }));
    await expect.poll(() => metric(url, "toolcrib_requests_running")).toBe(50);

    expect(await askWithSdk(url)).toMatchObject({ type: "message" });

    expect(traces.some(({ status }) => status === 408)).toBe(true);
  });

  it("are replaced by new ones: half-sent headers", async () => {
    const { url } = await start(undefined, { limits: { connections: 100 } });
    await open(url, 400, "POST /v1/messages HTTP/1.1\r\nhost: localhost\r\n");

    expect(await askWithSdk(url)).toMatchObject({ type: "message" });
    expect(await metric(url, "toolcrib_connections")).toBeLessThanOrEqual(100);
  });

  it("are answered 408 when headers take too long", async () => {
    const { url } = await start(undefined, { limits: { headerSeconds: 0.1 } });
    const clients = await open(url, 2, "POST /v1/messages HTTP/1.1\r\n");

    await Promise.all(clients.map(({ closed }) => closed));

    for (const { text } of clients) expect(text()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"type":"timeout_error"/);
  });

  it.each([
    ["pauses too long", { bodyIdleSeconds: 0.1 }, 0],
    ["takes too long in all", { bodySeconds: 0.1 }, 20],
  ])("are answered 408 when a body %s", async (_name, limits, everyMilliseconds) => {
    const { url, traces } = await start(undefined, { limits });
    const [client] = await open(url, 1, postText("/v1/messages", "{", { "content-length": "1000" }));
    if (everyMilliseconds > 0) {
      const timer = setInterval(() => client?.socket.write(" "), everyMilliseconds);
      onTestFinished(() => clearInterval(timer));
    }

    await expect.poll(() => client?.text()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"type":"timeout_error"/);
    expect(traces).toMatchObject([{ status: 408, error: { type: "timeout_error" } }]);
    expect(await metric(url, "toolcrib_body_bytes")).toBe(0);
  });
});
