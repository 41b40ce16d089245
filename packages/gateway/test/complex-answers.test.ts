import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { clientSearchRequest } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages } from "../src/testing/post.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const dialects = ["anthropic", "openai-chat", "openai-responses", "ai-sdk"] as const;
type Dialect = (typeof dialects)[number];

/** A list of so many values, itself included. */
const values = (count: number): string => `[${"0,".repeat(count - 2)}0]`;
const wide = `{${'"k":1,'.repeat(20_000)}"k":1}`;

async function ask(dialect: Dialect, stream: boolean, answer: (response: ServerResponse) => void) {
  const server = await serve((_request, _body, response) => {
    response.on("error", () => {});
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    answer(response);
  });
  closers.push(server.close);
  const gateway = await startGateway({
    upstreamUrl: server.url,
    dialect,
    retries: { attempts: 0 },
  });
  closers.push(gateway.close);
  const { status, message, events } = await postMessages(gateway.url, { ...clientSearchRequest, stream });
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  const last = events.at(-1) as { readonly error?: { readonly message: string } } | undefined;
  return { status, error: message.error?.message ?? last?.error?.message };
}

describe.each(dialects)("an answer of an upstream of the dialect %s that holds too much", (dialect) => {
  it.each([
    ["values", values(1_000_001), "1000000 JSON values"],
    ["keys", wide, "20000 keys in one object"],
  ])("is refused before it is parsed, by the number of its %s", async (_what, json, limit) => {
    const answer = await ask(dialect, false, (response) => response.end(`{"id":"1","extra":${json}}`));

    expect(answer).toEqual({ status: 502, error: expect.stringContaining(`answer holds more than ${limit}`) });
  });

  it.each([
    ["values", `data: {"type":"ping","extra":${values(1_000_001)}}\n\n`, "1000000 JSON values"],
    ["lines", "data: a\n".repeat(10_001), "10000 lines"],
  ])("ends its stream, by the number of an event's %s", async (_what, event, limit) => {
    const answer = await ask(dialect, true, (response) => response.write(event));

    // Packages take longer for an event.
    const expected = dialect === "ai-sdk" ? limit.replace("1000000", "100000") : limit;
    expect(answer).toEqual({ status: 502, error: expect.stringContaining(expected) });
  });
});

const pieces = (text: string): readonly string[] => text.match(/.{1,50000}/gs) ?? [];
const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const tooMany = `{"a":${values(250_001)}}`;
const half = `{"a":${values(130_000)}}`;

const callsOf: Readonly<
  Record<Dialect, (texts: readonly string[]) => { readonly whole: object; readonly streamed: string }>
> = {
  anthropic: (texts) => ({
    whole: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: texts.map((text, index) => ({ type: "tool_use", id: `t${index}`, name: "a", input: JSON.parse(text) })),
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    streamed: [
      { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] } },
      ...texts.flatMap((text, index) => [
        {
          type: "content_block_start",
          index,
          content_block: { type: "tool_use", id: `t${index}`, name: "a", input: {} },
        },
        ...pieces(text).map((partial_json) => ({
          type: "content_block_delta",
          index,
          delta: { type: "input_json_delta", partial_json },
        })),
        { type: "content_block_stop", index },
      ]),
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ]
      .map((data) => `event: ${data.type}\n${event(data)}`)
      .join(""),
  }),
  "openai-chat": (texts) => chatCalls(texts),
  "ai-sdk": (texts) => chatCalls(texts),
  "openai-responses": (texts) => {
    const items = texts.map((text, index) => ({
      type: "function_call",
      id: `f${index}`,
      call_id: `t${index}`,
      name: "a",
      arguments: text,
    }));
    const whole = { id: "resp_1", object: "response", status: "completed", model: "m", output: items };
    return {
      whole,
      streamed: [
        { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
        ...items.flatMap((item, output_index) => [
          { type: "response.output_item.added", output_index, item: { ...item, arguments: "" } },
          ...pieces(item.arguments).map((delta) => ({
            type: "response.function_call_arguments.delta",
            output_index,
            item_id: item.id,
            delta,
          })),
          { type: "response.output_item.done", output_index, item },
        ]),
        { type: "response.completed", response: whole },
      ]
        .map(event)
        .join(""),
    };
  },
};

function chatCalls(texts: readonly string[], name = "a") {
  const head = { id: "c1", object: "chat.completion", created: 1, model: "m" };
  const call = (text: string, index: number) => ({
    index,
    id: `t${index}`,
    type: "function",
    function: { name, arguments: text },
  });
  const deltas = texts.flatMap((text, index) => [
    call("", index),
    ...pieces(text).map((piece) => ({ index, function: { arguments: piece } })),
  ]);
  const chunk = (delta: object, finish_reason: string | null = null) =>
    event({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
  return {
    whole: {
      ...head,
      choices: [{ index: 0, message: { role: "assistant", tool_calls: texts.map(call) }, finish_reason: "tool_calls" }],
    },
    streamed: `${deltas.map((each) => chunk({ tool_calls: [each] })).join("")}${chunk({}, "tool_calls")}data: [DONE]\n\n`,
  };
}

describe.each(dialects)("the arguments of the calls of an answer of the dialect %s", (dialect) => {
  it.each([
    ["of one call", [tooMany]],
    ["of several calls together", [half, half]],
  ])("are limited before they are parsed: %s", async (_what, texts) => {
    const { whole, streamed } = callsOf[dialect](texts);
    const error = expect.stringMatching(
      /arguments that are too large: more than 250000 JSON values in its first \d+ bytes/,
    );

    expect(await ask(dialect, false, (response) => response.end(JSON.stringify(whole)))).toEqual({
      status: 502,
      error,
    });
    expect(await ask(dialect, true, (response) => response.end(streamed))).toMatchObject({ error });
  });

  it("may hold as much as a model can write", async () => {
    const { whole, streamed } = callsOf[dialect]([half]);

    for (const [stream, text] of [
      [false, JSON.stringify(whole)],
      [true, streamed],
    ] as const) {
      expect(await ask(dialect, stream, (response) => response.end(text))).toEqual({ status: 200, error: undefined });
    }
  });
});

it.each([false, true])("limits arguments that a model wraps as a text (streaming: %s)", async (stream) => {
  const wrapped = (json: string) => JSON.stringify({ name: "lookup_weather", arguments: json });
  const { whole, streamed } = chatCalls([wrapped(half), wrapped(half)], "call_tool");
  const answer = await ask("openai-chat", stream, (response) =>
    response.end(stream ? streamed : JSON.stringify(whole)),
  );

  expect(answer.error).toMatch(/arguments that are too large: more than 250000 JSON values/);
});
