import Anthropic from "@anthropic-ai/sdk";
import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import OldAnthropic from "anthropic-sdk-0";
import { afterEach, describe, expect, it } from "vitest";
import { serveFetch } from "../testing/serve.ts";
import { createGateway } from "./create-gateway.ts";

const closers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const closer of closers.splice(0)) await closer.close();
});

async function startGateway(): Promise<{ url: string; api: ReturnType<typeof createStrictMessagesApi> }> {
  const api = createStrictMessagesApi(() => [{ type: "text", text: "Hello." }]);
  const upstream = await serveFetch((request) => api.fetch(request));
  const gateway = await createGateway({ upstreams: { strict: { dialect: "anthropic", url: upstream.url } } });
  const { url } = await gateway.listen({ port: 0 });
  closers.push(gateway, upstream);
  return { url, api };
}

const question = { model: "claude-x", max_tokens: 100, messages: [{ role: "user" as const, content: "Hi" }] };

describe.each([
  ["1.8", Anthropic],
  ["0.137", OldAnthropic as unknown as typeof Anthropic],
])("with the SDK %s as a client", (_version, Sdk) => {
  it("answers whole", async () => {
    const { url } = await startGateway();
    const client = new Sdk({ baseURL: url, apiKey: "key" });

    const message = await client.messages.create(question);

    expect(message.content).toEqual([{ type: "text", text: "Hello." }]);
  });

  it("streams", async () => {
    const { url } = await startGateway();
    const client = new Sdk({ baseURL: url, apiKey: "key" });

    const message = await client.messages.stream(question).finalMessage();

    expect(message.content).toEqual([{ type: "text", text: "Hello." }]);
  });
});
