import { gzipSync } from "node:zlib";
import { JsonCounter } from "@toolcrib/shared/json";
import { describe, expect, it, onTestFinished } from "vitest";
import { bytesPerValue } from "../body/body-parser.ts";
import type { LimitsConfig } from "../config/gateway-config.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import { createApiKey } from "../identity/api-key.ts";
import { emptyAnswer, question, useAnsweringGateways } from "../testing/answering-gateway.ts";
import { Gate } from "../testing/gate.ts";
import { connectTo, postText } from "../testing/socket-client.ts";

const { start } = useAnsweringGateways();
const body = JSON.stringify(question);
const counter = new JsonCounter();
counter.add(Buffer.from(body));
/** What a running request is charged. */
const bodySize = body.length + counter.values * bytesPerValue;

/** A gateway that responds when the test says so. */
async function startHeld(limits: LimitsConfig, names: readonly string[] = []) {
  const gate = new Gate();
  gate.close();
  const held: AnswerRequest = async () => {
    await gate.opened;
    return { kind: "whole", message: emptyAnswer };
  };
  const keys = names.map((name) => ({ name, ...createApiKey() }));
  const gateway = await start(held, { limits, keys: keys.map(({ name, sha256 }) => ({ name, sha256 })) });
  const post = (key = keys[0]?.key) => gateway.post(body, key === undefined ? {} : { "x-api-key": key });
  const running = async () => Number(/^toolcrib_requests_running (\d+)$/m.exec(await gatewayMetrics(gateway))?.[1]);
  return { ...gateway, keys: keys.map(({ key }) => key), release: () => gate.open(), post, running };
}

async function gatewayMetrics({ url }: { readonly url: string }): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

async function expectRefused(response: Response, status: number, type: string, words: RegExp): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get("retry-after")).toMatch(/^[12]$/);
  const { error } = (await response.json()) as { error: { type: string; message: string } };
  expect(error.type).toBe(type);
  expect(error.message).toMatch(words);
}

describe("requests beyond a limit get a retry-after header, and are admitted when there is room", () => {
  it.each<[string, LimitsConfig, RegExp]>([
    ["the number of requests", { concurrentRequests: 1 }, /^Overloaded: 1 requests are running/],
    ["the bytes of all bodies", { bodyBytesInFlight: bodySize + 10 }, /^Overloaded: request bodies exceed/],
    ["the memory in use", { memoryBytes: 1 }, /^Overloaded: the memory is nearly full/],
  ])("%s", async (_name, limits, words) => {
    const { post, release, running } = await startHeld(limits);
    const first = post();
    await expect.poll(running).toBe(1);

    await expectRefused(await post(), 529, "overloaded_error", words);
    release();

    expect((await first).status).toBe(200);
    expect((await post()).status).toBe(200);
  });

  it("the requests of one key, while another key is admitted", async () => {
    const { post, keys, release } = await startHeld({ concurrentRequestsPerKey: 1 }, ["one", "other"]);
    const first = post();
    await expect.poll(async () => (await post()).status).toBe(429);

    await expectRefused(await post(), 429, "rate_limit_error", /^Too many requests with this key: 1 are running/);
    const other = post(keys[1]);
    release();

    expect((await first).status).toBe(200);
    expect((await other).status).toBe(200);
    expect((await post()).status).toBe(200);
  });

  it("the requests of one connection", async () => {
    const { url, release, running } = await startHeld({ requestsPerConnection: 2 });
    const client = await connectTo(url);
    onTestFinished(() => void client.socket.destroy());

    client.socket.write(postText("/v1/messages", body).repeat(3));
    await expect.poll(running).toBe(2);
    release();

    const statuses = () => [...client.text().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    await expect.poll(statuses).toEqual(["200", "200", "529"]);
    expect(client.text()).toContain("2 requests of this connection");
  });
});

describe("the bytes of bodies", () => {
  it("are counted after decompression, while they are decompressed", async () => {
    const { url, expectHealthy } = await start(undefined, { limits: { bodyBytesInFlight: 1_000_000 } });

    const response = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-encoding": "gzip" },
      body: gzipSync(Buffer.alloc(10_000_000, " ")),
    });

    expect(response.status).toBe(529);
    await expectHealthy();
    expect(await gatewayMetrics({ url })).toMatch(/^toolcrib_body_bytes 0$/m);
  });

  it("are limited for web requests too", async () => {
    const { gateway } = await start(undefined, { limits: { bodyBytesInFlight: 10 } });

    expect((await gateway.app.request("/v1/messages", { method: "POST", body })).status).toBe(529);
  });
});
