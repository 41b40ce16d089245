import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { afterEach, expect, it } from "vitest";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { serve, serveFetch, type TestServer } from "../testing/serve.ts";
import { createGateway } from "./create-gateway.ts";
import type { Gateway } from "./gateway.ts";

const open: (Gateway | TestServer)[] = [];
afterEach(async () => {
  for (const closable of open.splice(0)) await closable.close();
});

const question = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] };
const configFor = (url: string, more: GatewayConfig = {}): GatewayConfig => ({
  upstreams: { up: { dialect: "anthropic", url } },
  ...more,
});

async function listening(config: GatewayConfig): Promise<{ gateway: Gateway; ask: () => Promise<Response> }> {
  const gateway = await createGateway(config);
  const { url } = await gateway.listen({ port: 0 });
  open.push(gateway);
  const ask = () =>
    fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
      body: JSON.stringify(question),
    });
  return { gateway, ask };
}

it("lets a running request finish at its own upstream, and sends the next to the new one", async () => {
  let release: () => void = () => {};
  const slow = await serve((_request, _body, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"from":');
    release = () => response.end('"slow"}');
  });
  const fast = await serve((_request, _body, response) => void response.end('{"from":"fast"}'));
  open.push(slow, fast);
  const { gateway, ask } = await listening(configFor(slow.url));

  const first = await ask();
  await gateway.reload(configFor(fast.url));

  expect(await (await ask()).json()).toEqual({ from: "fast" });
  release();
  expect(await first.json()).toEqual({ from: "slow" });
});

it("keeps what was learned about an upstream when something else in the config changes", async () => {
  let refusals = 0;
  const api = createStrictMessagesApi(() => [{ type: "text", text: "Hello." }]);
  // Refuses deferral, as many gateways in the field do.
  const upstream = await serveFetch(async (request) => {
    const text = await request.clone().text();
    if (!text.includes("defer_loading")) return api.fetch(request);
    refusals++;
    const message = "tools.0.custom.defer_loading: Extra inputs are not permitted";
    return Response.json({ type: "error", error: { type: "invalid_request_error", message } }, { status: 400 });
  });
  open.push(upstream);
  const capabilities = [{ upstream: "up", loader: "native" as const }];
  const gateway = await createGateway(configFor(upstream.url, { capabilities }));
  open.push(gateway);
  const schema = { type: "object" };
  const tools = [
    { name: "ToolSearch", input_schema: schema },
    { name: "mcp__a__b", input_schema: schema, defer_loading: true },
  ];
  const ask = () =>
    gateway.app.request("/v1/messages", {
      method: "POST",
      headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ ...question, tools }),
    });

  expect((await ask()).status).toBe(200);
  await gateway.reload(configFor(upstream.url, { capabilities, limits: { pingSeconds: 5 } }));
  expect((await ask()).status).toBe(200);

  expect(refusals).toBe(1);
});
