import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import type { GatewayConfig } from "../src/config/gateway-config.ts";
import { createApiKey } from "../src/identity/api-key.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import type { GatewayOptions } from "../src/server/gateway.ts";
import { startScriptedUpstream } from "../src/testing/settings/scripted-upstream.ts";

const { key, sha256 } = createApiKey();
/** Half a minute before the next hour. */
const now = () => Date.parse("2026-06-15T10:59:30Z");

async function start(config: GatewayConfig, options: GatewayOptions = {}): Promise<string> {
  const upstream = await startScriptedUpstream();
  const gateway = await createGateway(
    {
      upstreams: { test: { dialect: "anthropic", url: upstream.url } },
      keys: [{ name: "ci", sha256, admin: true }],
      ...config,
    },
    { now, ...options },
  );
  onTestFinished(async () => {
    await gateway.close();
    await upstream.close();
  });
  return (await gateway.listen({ port: 0 })).url;
}

const oneRequest: GatewayConfig = { quotas: [{ name: "ci", window: "hour", requests: 1 }] };
const messages = [{ role: "user" as const, content: "Hi" }];

describe("a used-up quota", () => {
  it("is a rate limit error for the Anthropic SDK", async () => {
    const client = new Anthropic({ baseURL: await start(oneRequest), apiKey: key, maxRetries: 0 });
    const ask = () => client.messages.create({ model: "m", max_tokens: 10, messages });
    await ask();

    const error = await ask().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Anthropic.RateLimitError);
    const { headers, error: body } = error as InstanceType<typeof Anthropic.RateLimitError>;
    expect(headers?.get("retry-after")).toBe("30");
    expect(body).toMatchObject({ type: "error", error: { type: "rate_limit_error" } });
    expect(String(error)).toContain("The quota ci is used up: 1 requests per hour. It starts again in 30 seconds.");
  });

  it.each(["chat", "responses"] as const)("is a rate limit error for the OpenAI SDK: %s", async (api) => {
    const client = new OpenAI({ baseURL: `${await start(oneRequest)}/v1`, apiKey: key, maxRetries: 0 });
    const ask = () =>
      api === "chat"
        ? client.chat.completions.create({ model: "m", messages })
        : client.responses.create({ model: "m", input: "Hi" });
    await ask();

    const error = await ask().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    const { headers, type, status } = error as InstanceType<typeof OpenAI.RateLimitError>;
    expect([status, headers?.get("retry-after"), type]).toEqual([429, "30", "rate_limit_error"]);
    expect(String(error)).toContain("The quota ci is used up");
  });

  it("is a JSON-RPC error at /mcp, with 429 and retry-after", async () => {
    const url = await start(oneRequest, { mcpHandler: (_request, response) => void response.end("{}") });
    const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "t" } };
    const post = (message: object) =>
      fetch(`${url}/mcp`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(message),
      });
    const statuses = [];
    for (const message of [{ ...call, method: "tools/list" }, call, { ...call, method: "tools/list" }]) {
      statuses.push((await post(message)).status);
    }
    const refused = await post(call);

    expect(statuses).toEqual([200, 200, 200]);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(await refused.json()).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: {
        code: -32000,
        message: "The quota ci is used up: 1 requests per hour. It starts again in 30 seconds.",
        data: { type: "rate_limit_error", retryAfterSeconds: 30 },
      },
    });
    const batch = await post([call] as never);
    expect(batch.status).toBe(429);
    expect(await batch.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
  });

  it("does not count what is refused, nor counting of tokens, and shows in the admin API", async () => {
    const url = await start({ quotas: [{ name: "ci", window: "hour", requests: 3, tokens: 1_000 }] });
    const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" };
    const body = JSON.stringify({ model: "m", max_tokens: 10, messages });
    await (await fetch(`${url}/v1/messages`, { method: "POST", headers, body })).text();
    await (await fetch(`${url}/v1/messages/count_tokens`, { method: "POST", headers, body })).text();
    await (await fetch(`${url}/v1/messages`, { method: "POST", headers, body: "{}" })).text();

    const usage = async () => {
      const answer = await (await fetch(`${url}/admin/quotas`, { headers })).json();
      return (answer as { usage: { unit: string; used: number }[] }).usage.map(({ unit, used }) => [unit, used]);
    };
    await expect.poll(usage).toEqual([
      ["requests", 1],
      ["tokens", 2],
    ]);
  });
});
