import { MemoryStore } from "@toolcrib/store";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { createGateway, type Store } from "../src/index.ts";
import { createStrictChatApi } from "../src/testing/chat/strict-chat-api.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

async function upstreamUrl(): Promise<string> {
  const api = createStrictChatApi((_body, number) => ({ text: `Answer ${number}.` }));
  const server = await serveFetch(api.fetch);
  closers.push(server.close);
  return `${server.url}/v1`;
}

async function clientOf(store: Store, url: string): Promise<OpenAI> {
  const config = { upstreams: { model: { dialect: "openai-chat", url } } } as const;
  const gateway = await createGateway(config, { store, reportProblem: () => {} });
  closers.push(() => gateway.close());
  const address = await gateway.listen({ port: 0 });
  return new OpenAI({ baseURL: `${address.url}/v1`, apiKey: "k", maxRetries: 0 });
}

describe("an added store", () => {
  it("lets one gateway continue what another has answered", async () => {
    const store = new MemoryStore(Date.now);
    const url = await upstreamUrl();
    const [one, other] = [await clientOf(store, url), await clientOf(store, url)];
    const first = await one.responses.create({ model: "m", input: "Hello" });
    const second = await other.responses.create({ model: "m", input: "And?", previous_response_id: first.id });
    const third = await one.responses.create({ model: "m", input: "So?", previous_response_id: second.id });

    expect((await other.responses.retrieve(third.id)).previous_response_id).toBe(second.id);
    await other.responses.delete(first.id);
    await expect(one.responses.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
  });

  it("answers what needs no store while the store is down, and says so otherwise", async () => {
    const down = () => Promise.reject(new Error("down"));
    const client = await clientOf(
      { specificationVersion: "v1", get: down, set: down, update: down, delete: down, close: async () => {} },
      await upstreamUrl(),
    );
    const { id, output_text: text } = await client.responses.create({ model: "m", input: "Hello" });

    expect(text).toBe("Answer 1.");
    const continued = client.responses.create({ model: "m", input: "And?", previous_response_id: id });
    await expect(continued).rejects.toMatchObject({ message: expect.stringContaining("stored") });
  });

  it("is refused at the start if it is none", async () => {
    await expect(createGateway({}, { store: {} as Store })).rejects.toThrow("a store");
  });
});
