import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { serve } from "../src/testing/serve.ts";
import type { StrictDialect } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const chunk = 'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"}}]}';
const created = 'event: response.created\ndata: {"type":"response.created","response":{"id":"resp_1","output":[]}}';
const started = 'event: message_start\ndata: {"type":"message_start","message":{"id":"m","content":[],"usage":{}}}';

/** A gateway that forwards a stream of which the last event is incomplete. */
async function start(dialect: StrictDialect, { events, isReset }: { events: string; isReset: boolean }) {
  const upstream = await serve((_request, _body, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (isReset) response.write(events, () => response.destroy());
    else response.end(events);
  });
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect });
  closers.push(upstream.close, gateway.close);
  return gateway.url;
}

async function read(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe.each(["\n", "\r\n", "\r"])("a forwarded stream with the line end %j", (lineEnd) => {
  const cut = (first: string, second: string) => `${first}\n\n${second}`.replaceAll("\n", lineEnd);

  describe.each([true, false])("that is cut inside an event, by a reset: %s", (isReset) => {
    it("is an APIError of OpenAI's SDK for Chat Completions", async () => {
      const events = cut(chunk, 'data: {"id":"x","choi');
      const url = await start("openai-chat", { events, isReset });
      const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
      const stream = await client.chat.completions.create({
        model: "m",
        messages: [{ role: "user", content: "Hello" }],
        stream: true,
      });

      await expect(read(stream)).rejects.toThrow(OpenAI.APIError);
    });

    it("ends with response.failed in Responses", async () => {
      const events = cut(created, 'event: response.output_text.delta\ndata: {"type":"resp');
      const url = await start("openai-responses", { events, isReset });
      const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
      const stream = await client.responses.create({ model: "m", input: "Hello", stream: true });

      const seen = await read(stream);
      expect(seen[0]).toMatchObject({ type: "response.created", response: { id: "resp_1" } });
      expect(seen.at(-1)).toMatchObject({ type: "response.failed", response: { status: "failed" } });
    });

    it("is an api_error for Anthropic's SDK", async () => {
      const events = cut(started, 'event: content_block_delta\ndata: {"type":"con');
      const baseURL = await start("anthropic", { events, isReset });
      const client = new Anthropic({ baseURL, apiKey: "key", maxRetries: 0 });
      const stream = await client.messages.create({
        model: "m",
        max_tokens: 9,
        messages: [{ role: "user", content: "Hello" }],
        stream: true,
      });

      await expect(read(stream)).rejects.toMatchObject({ error: { error: { type: "api_error" } } });
    });
  });
});

it("a complete stream without its last empty line keeps its bytes", async () => {
  const events = `${chunk}\n\ndata: [DONE]\n`;
  const url = await start("openai-chat", { events, isReset: false });
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "x" }], stream: true }),
  });

  expect(await response.text()).toBe(events);
});
