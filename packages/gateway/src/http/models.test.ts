import Anthropic, { NotFoundError } from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import type { RouteConfig } from "../config/gateway-config.ts";
import { createGateway } from "../server/create-gateway.ts";
import { serve } from "../testing/serve.ts";
import { useClosers } from "../testing/use-closers.ts";

const closers = useClosers();

const sonnet = {
  type: "model",
  id: "claude-sonnet-9-20260101",
  display_name: "Sonnet 9",
  created_at: "2026-01-01T00:00:00Z",
};

/** A gateway before an upstream that lists one model, or none at all. */
async function start(routes: readonly RouteConfig[] = [{ model: "*" }], models: readonly object[] | null = [sonnet]) {
  const upstream = await serve((request, _body, response) => {
    const isList = request.url?.startsWith("/v1/models") === true && models !== null;
    response.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isList ? { data: models } : { error: "no such path" }));
  });
  const gateway = await createGateway({
    upstreams: { test: { dialect: "anthropic", url: upstream.url } },
    routes,
    retries: { attempts: 0 },
  });
  closers.push(gateway, upstream);
  const { url } = await gateway.listen({ port: 0 });
  return new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 });
}

describe("W-M7: GET /v1/models/{id}", () => {
  it("describes a model as its upstream does, also by its name without a date", async () => {
    const client = await start();

    expect(await client.models.retrieve(sonnet.id)).toEqual(sonnet);
    expect(await client.models.retrieve("claude-sonnet-9")).toEqual({ ...sonnet, id: "claude-sonnet-9" });
  });

  it("describes a model under the name that a route gives it", async () => {
    const client = await start([{ model: "my/fast", upstreamModel: sonnet.id }, { model: "plain" }]);

    expect(await client.models.retrieve("my/fast")).toEqual({ ...sonnet, id: "my/fast" });
    expect(await client.models.retrieve("plain")).toMatchObject({ id: "plain", type: "model" });
  });

  it("answers not found for a model without a route, or that its upstream does not list", async () => {
    const one = await start([{ model: "only-this" }]);
    const all = await start();

    await expect(one.models.retrieve("other")).rejects.toBeInstanceOf(NotFoundError);
    await expect(all.models.retrieve("other")).rejects.toThrow(/not_found_error.*model: other/);
  });

  it("accepts a model of an upstream that lists none", async () => {
    const client = await start([{ model: "*" }], null);

    expect(await client.models.retrieve("local-7b")).toMatchObject({ id: "local-7b" });
  });
});

it.each([
  [
    "batches",
    (client: Anthropic) => client.messages.batches.create({ requests: [] }),
    /v1\/messages\/batches is not served.*send its requests to \/v1\/messages/,
  ],
  ["files", (client: Anthropic) => client.beta.files.list(), /v1\/files is not served.*upload them there/],
  ["complete", (client: Anthropic) => client.post("/v1/complete"), /v1\/complete is not served.*use \/v1\/messages/],
])("W-M7: explains why there are no %s", async (_name, call, message) => {
  const client = await start();

  const error = await Promise.resolve(call(client)).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(NotFoundError);
  expect(String(error)).toMatch(message);
});
