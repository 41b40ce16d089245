import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { afterEach, describe, expect, it } from "vitest";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import { createGateway } from "../server/create-gateway.ts";
import { serve, serveFetch } from "../testing/serve.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const schema = { type: "object" };
const tools = [
  { name: "ToolSearch", input_schema: schema },
  { name: "mcp__a__b", input_schema: schema, defer_loading: true },
];

/** A gateway whose model list comes from a real server, which first responds with this status. */
async function startFollowing(config: (url: string) => GatewayConfig = () => ({}), firstStatus = 200) {
  const listServer = { status: firstStatus, body: "[]" };
  const list = await serve((_request, _body, response) => {
    response.writeHead(listServer.status).end(listServer.body);
  });
  const api = createStrictMessagesApi(() => [{ type: "text", text: "Hello." }]);
  const upstream = await serveFetch((request) => api.fetch(request));
  const traces: TraceRecord[] = [];
  const problems: string[] = [];
  const polls: (() => void)[] = [];
  const base: GatewayConfig = {
    upstreams: { up: { dialect: "anthropic", url: upstream.url } },
    capabilities: [{ upstream: "up", loader: "native" }],
    modelDenyList: { url: `${list.url}/models.json`, pollSeconds: 60 },
  };
  const gateway = await createGateway(
    { ...base, ...config(list.url) },
    {
      reportProblem: (problem) => problems.push(problem),
      sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }],
      startTimer: (milliseconds, run) => {
        if (milliseconds === 60_000) polls.push(run);
        return { restart: () => {}, stop: () => {} };
      },
    },
  );
  closing.push(list.close, upstream.close, () => gateway.close());
  const reasonFor = async (model: string) => {
    const response = await gateway.app.request("/v1/messages", {
      method: "POST",
      headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model, max_tokens: 10, messages: [{ role: "user", content: "Hi" }], tools }),
    });
    expect(response.status).toBe(200);
    await response.text();
    return traces.at(-1)?.gate?.reason;
  };
  const settled = (count: number) => expect.poll(() => polls).toHaveLength(count);
  const poll = async (status: number, body: string) => {
    const count = polls.length;
    Object.assign(listServer, { status, body });
    polls.at(-1)?.();
    await settled(count + 1);
  };
  return { gateway, base, problems, reasonFor, settled, poll };
}

describe("a list of models at a URL (E2.3)", () => {
  it("is fetched at the start and polled, and changes apply from the next request on", async () => {
    const { poll, settled, reasonFor } = await startFollowing();
    await settled(1);

    expect(await reasonFor("claude-haiku-4-5")).toBe("on");
    await poll(200, '["haiku"]');
    expect(await reasonFor("claude-haiku-4-5")).toBe("model_unsupported");
    await poll(200, "[]");
    expect(await reasonFor("claude-haiku-4-5")).toBe("on");
    expect(await reasonFor("claude-3-opus")).toBe("on");
  });

  it.each([
    ["an error", 500, "oops", "the server answered 500"],
    ["no JSON", 200, "<html>", "is not valid JSON"],
    ["no list", 200, '{"models":["haiku"]}', "expected an array of up to 1000 strings"],
    ["a list of other things", 200, '["haiku",7]', "expected an array of up to 1000 strings"],
    ["an empty pattern, which would deny nothing or all", 200, '[" "]', "expected an array of up to 1000 strings"],
    ["too much", 200, JSON.stringify(["x".repeat(100_000)]), "more than 65536 bytes"],
    ["too many patterns", 200, JSON.stringify(Array(1_001).fill("x")), "expected an array of up to 1000 strings"],
  ])(
    "stays at the last good version if the URL returns %s, and reports it once",
    async (_what, status, body, reason) => {
      const { poll, settled, reasonFor, problems } = await startFollowing();
      await settled(1);
      await poll(200, '["haiku"]');
      await poll(status, body);
      await poll(status, body);

      expect(await reasonFor("claude-haiku-4-5")).toBe("model_unsupported");
      expect(problems).toEqual([expect.stringContaining(reason)]);
      expect(problems[0]).toContain("the last good list stays in use");
      await poll(200, "[]");
      expect(await reasonFor("claude-haiku-4-5")).toBe("on");
    },
  );

  it("leaves the configured list in use until the URL answers, and never replaces the list of a route", async () => {
    const config = (url: string): GatewayConfig => ({
      settings: { unsupportedModels: ["sonnet"] },
      routes: [{ model: "claude-opus*", settings: { unsupportedModels: ["opus"] } }, { model: "*" }],
      modelDenyList: { url: `${url}/models.json?key=hunter2`, pollSeconds: 60 },
    });
    const { poll, settled, reasonFor, problems } = await startFollowing(config, 503);
    await settled(1);

    expect(await reasonFor("claude-sonnet-4-5")).toBe("model_unsupported");
    expect(problems).toEqual([expect.stringContaining("the configured list stays in use")]);
    expect(problems[0]).not.toContain("hunter2");
    await poll(200, '["haiku"]');
    expect(await reasonFor("claude-sonnet-4-5")).toBe("on");
    expect(await reasonFor("claude-haiku-4-5")).toBe("model_unsupported");
    expect(await reasonFor("claude-opus-4-5")).toBe("model_unsupported");
  });

  it("survives a reload with the same URL, and ends with a reload without it", async () => {
    const { gateway, base, poll, settled, reasonFor } = await startFollowing();
    await settled(1);
    await poll(200, '["haiku"]');

    await gateway.reload({ ...base, limits: { pingSeconds: 5 } });
    expect(await reasonFor("claude-haiku-4-5")).toBe("model_unsupported");
    await gateway.reload({ ...base, modelDenyList: undefined });
    expect(await reasonFor("claude-haiku-4-5")).toBe("on");
  });
});
