import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { RawRequest } from "../contracts/upstream.ts";
import { messagesDialect } from "../dialects/messages/client/messages-dialect.ts";
import { encodeEvent } from "../dialects/messages/wire/encode-event.ts";
import { chatDialect } from "../dialects/openai/chat/client/chat-dialect.ts";
import { eventsOfMessage } from "../inner-form/whole-message.ts";
import { ask } from "../testing/answering/ask.ts";
import { deferred, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";
import { renameAnswer } from "./rename-answer.ts";

const plain = [tool("Bash")];
const withDeferred = [tool("Bash"), tool("ToolSearch"), deferred("get_weather")];
const body = (tools: MessagesBody["tools"], stream: boolean): MessagesBody => ({
  model: "alias",
  max_tokens: 1000,
  messages: [user("Hello.")],
  tools,
  stream,
});
const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  content: [{ type: "text", text: '{"model":"real"} "message_start"' }],
  model: "real",
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
} as const;
const ping = encodeEvent({ type: "ping" });
const stream = ping + [...eventsOfMessage(message as never)].map((event) => encodeEvent(event)).join("");

async function* inPieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString("utf8");
}

function renamed(text: string, type: string, length = 7, headers: Record<string, string> = {}) {
  return renameAnswer(
    { status: 200, headers: { "content-type": type, ...headers }, body: inPieces(text, length) },
    "alias",
    messagesDialect.renameStream,
  );
}

describe("an answer of a route that renames the model", () => {
  it.each([
    ["bridged", withDeferred, true],
    ["bridged", withDeferred, false],
    ["passed through another dialect", plain, true],
    ["passed through another dialect", plain, false],
  ])("names the model as the client did if it is %s (%#)", async (_variant, tools, isStreamed) => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const reply = await ask(createAnswerRequest(), {
      body: body(tools, isStreamed),
      upstream,
      route: { model: "real" },
    });

    expect(upstream.bodies[0]?.model).toBe("real");
    expect(reply.message.model).toBe("alias");
  });

  it("names the model as the client did if its bytes are forwarded, and requests uncompressed bytes", async () => {
    const seen: RawRequest[] = [];
    const upstream = scriptedModel(() => ({}), {
      async doForward(raw) {
        seen.push(raw);
        const headers = { "content-type": "application/json", "content-length": "1" };
        return { status: 200, headers, body: inPieces(JSON.stringify(message), 9) };
      },
    });
    const reply = await ask(createAnswerRequest(), { body: body(plain, false), upstream, route: { model: "real" } });

    expect(reply.message).toEqual({ ...message, model: "alias" });
    expect(seen[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it("changes nothing else in a stream, wherever it is split", async () => {
    const expected = stream.replace('"model":"real"', '"model":"alias"');
    for (let length = 1; length <= stream.length; length += 11) {
      expect(await textOf(renamed(stream, "text/event-stream", length).body)).toBe(expected);
    }
  });

  it("forwards a ping immediately, without waiting for the model's name", async () => {
    async function* pingThenNothing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(ping);
      await new Promise(() => {});
    }
    const headers = { "content-type": "text/event-stream" };
    const { renameStream } = messagesDialect;
    const { body: chunks } = renameAnswer({ status: 200, headers, body: pingThenNothing() }, "alias", renameStream);
    const first = await chunks[Symbol.asyncIterator]().next();

    expect(Buffer.from(first.value as Uint8Array).toString("utf8")).toBe(ping);
  });

  it.each([
    ["compressed", "text/event-stream", { "content-encoding": "gzip" }],
    ["of another kind", "text/plain", {}],
  ])("leaves bytes alone that are %s", async (_kind, type, headers) => {
    expect(await textOf(renamed(stream, type, 50, headers).body)).toBe(stream);
  });

  it("buffers only a bounded beginning", async () => {
    const endless = `data: ${"x".repeat(70_000)}\n${stream}`;

    expect(await textOf(renamed(endless, "text/event-stream", 1_000).body)).toBe(endless);
  });
});

it.each([1, 7, 1_000])("every chunk of Chat Completions names the alias, in pieces of %i bytes", async (length) => {
  const chunk = (content: string, model: string) =>
    `data: {"id":"1","choices":[{"delta":{"content":${JSON.stringify(content)},"model":"real"}}],"model":"${model}"}\n\n`;
  const said = ["Hello", '"model":"real"', "line\nfeed"];
  const { body: chunks } = renameAnswer(
    {
      status: 200,
      headers: { "content-type": "text/event-stream" },
      body: inPieces(`${said.map((text) => chunk(text, "real")).join("")}data: [DONE]\n\n`, length),
    },
    "alias",
    chatDialect.renameStream,
  );

  expect(await textOf(chunks)).toBe(`${said.map((text) => chunk(text, "alias")).join("")}data: [DONE]\n\n`);
});

it("an answer over the bridge names the model as the upstream does if the route renames nothing", async () => {
  const upstream = scriptedModel(() => ({ text: "ok" }), { doGenerate: async () => message as never });
  const reply = await ask(createAnswerRequest(), { body: body(withDeferred, false), upstream });

  expect(reply.message.model).toBe("real");
});
