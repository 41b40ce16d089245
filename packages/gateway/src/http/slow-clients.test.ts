import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import { useAnsweringGateways } from "../testing/answering-gateway.ts";
import { serve } from "../testing/serve.ts";
import { connectTo, postText } from "../testing/socket-client.ts";

const { start } = useAnsweringGateways();

async function openWith(url: string, text: string) {
  const client = await connectTo(url);
  onTestFinished(() => void client.socket.destroy());
  client.socket.write(text);
  return client;
}

it("answers 408 if the body of an admin search pauses too long", async () => {
  const { url } = await start(undefined, { limits: { bodyIdleSeconds: 0.1 } });

  const client = await openWith(url, postText("/admin/search", '{"query"', { "content-length": "1000" }));

  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 408 [\s\S]*"type":"timeout_error"/);
});

it("reports nothing if a client disconnects while sending such a body", async () => {
  const { url, gateway } = await start();
  const client = await openWith(url, postText("/admin/search", '{"query"', { "content-length": "1000" }));
  const connections = async () =>
    /^toolcrib_connections (\d+)$/m.exec(await (await gateway.app.request("/metrics")).text())?.[1];
  await expect.poll(connections).toBe("1");

  client.socket.destroy();

  await expect.poll(connections).toBe("0");
});

it("limits a body at /mcp however its type is spelled, and leaves a type that only mentions JSON to the front", async () => {
  const seen: unknown[] = [];
  const gateway = await createGateway(
    { limits: { bodyIdleSeconds: 0.1 } },
    {
      mcpHandler: (_request, response, _caller, body) => {
        seen.push(body);
        response.writeHead(415).end();
      },
    },
  );
  onTestFinished(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });

  const spelt = { "content-type": "Application/JSON; charset=utf-8", "content-length": "1000" };
  const client = await openWith(url, postText("/mcp", "{", spelt));
  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 408 /);
  const mentioned = await openWith(url, postText("/mcp", "{}", { "content-type": "text/plain; a=application/json" }));
  await expect.poll(mentioned.text).toMatch(/^HTTP\/1\.1 415 /);

  expect(seen).toEqual([undefined]);
});

it("applies a slow client's back pressure to the upstream, and ends the upstream's call with the client", async () => {
  const piece = `event: ping\ndata: {"type":"ping","x":"${"x".repeat(64_000)}"}\n\n`;
  const pieces = 4_000;
  let sent = 0;
  const upstream = await serve(async (_request, _body, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const gone = once(response, "close");
    while (sent < pieces && !response.destroyed) {
      sent++;
      if (!response.write(piece)) await Promise.race([once(response, "drain"), gone]);
    }
    response.end();
  });
  onTestFinished(() => upstream.close());
  const gateway = await createGateway({ upstreams: { one: { dialect: "anthropic", url: upstream.url } } });
  onTestFinished(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });

  const client = await connectTo(url);
  client.socket.pause();
  const question = { model: "m", max_tokens: 1, stream: true, messages: [{ role: "user", content: "Hi" }] };
  client.socket.write(postText("/v1/messages", JSON.stringify(question)));
  await expect.poll(() => sent).toBeGreaterThan(0);
  for (let before = -1; before !== sent; ) {
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }

  expect(sent).toBeLessThan(pieces / 2);
  client.socket.destroy();
  await expect.poll(upstream.abandoned).toBe(1);
});
