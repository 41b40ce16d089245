import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { serve } from "../src/testing/serve.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Hi" }];
const clientOf = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });

describe("the OpenAI SDK", () => {
  it("W-C6: gets an error in OpenAI's envelope that names what is not supported", async () => {
    const gateway = await startGateway({ upstreamUrl: "http://127.0.0.1:1" });
    closers.push(gateway.close);
    const asked = clientOf(gateway.url).chat.completions.create({ model: "m", messages, n: 2 });

    await expect(asked).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(asked).rejects.toMatchObject({
      status: 400,
      type: "invalid_request_error",
      code: "unsupported_parameter",
      param: "n",
    });
  });

  it("lists models, and gets an error for paths that are not served", async () => {
    const upstream = await serve((_request, _body, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: [{ type: "model", id: "a", created_at: "2026-01-01T00:00:00Z" }] }));
    });
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    closers.push(upstream.close, gateway.close);
    const client = clientOf(gateway.url);

    expect((await client.models.list()).data).toMatchObject([{ id: "a", object: "model", created: 1_767_225_600 }]);
    expect(await client.models.retrieve("a")).toMatchObject({ id: "a", object: "model" });
    await expect(client.embeddings.create({ model: "a", input: "Hi" })).rejects.toThrow(
      /404.*embeddings is not served/,
    );
  });

  it("gets the error of a stream that breaks as an error, not as an end", async () => {
    const start = {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    };
    const events = [
      start,
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } },
      { type: "error", error: { type: "overloaded_error", message: "Too busy." } },
    ];
    const upstream = await serve((_request, _body, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
    });
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    closers.push(upstream.close, gateway.close);
    const stream = await clientOf(gateway.url).chat.completions.create({ model: "m", messages, stream: true });
    const texts: string[] = [];
    const read = async () => {
      for await (const { choices } of stream) texts.push(choices[0]?.delta.content ?? "");
    };

    await expect(read()).rejects.toThrow("Too busy.");
    expect(texts.join("")).toBe("Hel");
  });
});
