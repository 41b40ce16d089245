import Anthropic from "@anthropic-ai/sdk";
import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import OldAnthropic from "anthropic-sdk-0";
import { describe, expect, it } from "vitest";
import { serveFetch } from "../testing/serve.ts";
import { useClosers } from "../testing/use-closers.ts";
import { createGateway } from "./create-gateway.ts";

const closers = useClosers();

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

describe("a gateway that closes", () => {
  /** An upstream that answers when it is told to, and a gateway with a request on its way to it. */
  async function startWaiting() {
    const api = createStrictMessagesApi(() => [{ type: "text", text: "Hello." }]);
    let answer = (): void => {};
    let reached = (): void => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const upstream = await serveFetch(async (request) => {
      reached();
      await mayAnswer;
      return api.fetch(request);
    });
    closers.push(upstream);
    const gateway = await createGateway({ upstreams: { slow: { dialect: "anthropic", url: upstream.url } } });
    const { url } = await gateway.listen({ port: 0 });
    const client = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 });
    const message = client.messages.create(question);
    await isReached;
    return { gateway, message, answer, url };
  }

  it("completes running answers if it is given time, and accepts no more requests", async () => {
    const { gateway, message, answer, url } = await startWaiting();

    const closed = gateway.close({ drainMilliseconds: 10_000 });
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    answer();

    expect((await message).content).toEqual([{ type: "text", text: "Hello." }]);
    await closed;
  });

  it.each([0, 30])("cuts them off after %d ms", async (drainMilliseconds) => {
    const { gateway, message, answer } = await startWaiting();
    const outcome = message.then(
      () => "answered",
      () => "cut off",
    );

    await gateway.close({ drainMilliseconds });

    expect(await outcome).toBe("cut off");
    answer();
  });
});
