import { describe, expect, it } from "vitest";
import type { AnswerEvent } from "../../../../../contracts/inner-form.ts";
import { collectMessage } from "../../../../../inner-form/whole-message.ts";
import { collectEvents, orderProblems } from "../../../../../suites/answer-events.ts";
import { encodeEvents, eventsOf } from "../../../../../testing/responses-api/responses-answer.ts";
import { UniqueCallIds } from "../../../../shared/tools/unique-call-ids.ts";
import { createWireNames } from "../request/wire-names.ts";
import type { AnswerContext } from "./answer-context.ts";
import { readResponse } from "./read-response.ts";
import { streamAnswer } from "./stream-answer.ts";

type Fields = Readonly<Record<string, unknown>>;
type WireEvent = Fields & { readonly type: string };

const context = (more: Partial<AnswerContext> = {}): AnswerContext => ({
  upstreamName: "up",
  model: "m",
  names: createWireNames([]),
  callIds: new UniqueCallIds([]),
  keepsOriginals: false,
  generateId: () => "made",
  ...more,
});

async function* bytesOf(events: readonly WireEvent[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(encodeEvents(events));
}

const read = (events: readonly WireEvent[]): Promise<AnswerEvent[]> =>
  collectEvents(streamAnswer(bytesOf(events), context()));

const usage = { input_tokens: 9, input_tokens_details: { cached_tokens: 4 }, output_tokens: 7, total_tokens: 16 };
const response = (output: readonly Fields[], more: object = {}): Fields => ({
  id: "resp_1",
  object: "response",
  status: "completed",
  output,
  usage,
  ...more,
});
const message = (...content: Fields[]): Fields => ({ type: "message", id: "msg_1", role: "assistant", content });
const said = (text: string): Fields => ({ type: "output_text", text, annotations: [] });
const called = (number: number, text: string): Fields => ({
  type: "function_call",
  id: `fc_${number}`,
  call_id: `call_${number}`,
  name: "look",
  arguments: text,
});

/** An answer of every kind of item. */
const full = response([
  {
    type: "reasoning",
    id: "rs_1",
    summary: [
      { type: "summary_text", text: "One." },
      { type: "summary_text", text: "Two." },
    ],
    encrypted_content: "gAAAA",
  },
  message(said("Hello."), said("Again.")),
  called(1, '{"a": [1, 2]}'),
  called(2, ""),
  { type: "custom_tool_call", id: "ctc_1", call_id: "call_3", name: "patch", input: 'say "hi"\n\u2028' },
  { type: "web_search_call", id: "ws_1", status: "completed" },
]);

describe("a streamed response", () => {
  it("says in order what the whole one says", async () => {
    const events = await read(eventsOf(full));
    const whole = readResponse(full, context());

    expect(orderProblems(events)).toEqual([]);
    expect(whole.content).toMatchObject([
      { type: "thinking", thinking: "One.\n\nTwo." },
      { type: "text", text: "Hello." },
      { type: "text", text: "Again." },
      { type: "tool_use", id: "call_1", name: "look", input: { a: [1, 2] } },
      { type: "tool_use", id: "call_2", name: "look", input: {} },
      { type: "tool_use", id: "call_3", name: "patch", input: { input: 'say "hi"\n\u2028' } },
    ]);
    const streamed = await collectMessage(streamAnswer(bytesOf(eventsOf(full)), context()));
    expect(streamed).toEqual(whole);
    expect(whole).toMatchObject({
      id: "msg_1",
      stop_reason: "tool_use",
      usage: { input_tokens: 5, cache_read_input_tokens: 4, output_tokens: 7 },
    });
  });

  it.each([
    ["without the beginnings of items", (event: WireEvent) => !event.type.endsWith(".added")],
    ["with complete items alone", ({ type }: WireEvent) => /item\.done|created|completed/.test(type)],
    ["with its end alone", ({ type }: WireEvent) => type === "response.completed"],
    ["without deltas", ({ type }: WireEvent) => !type.endsWith(".delta")],
  ])("is read %s", async (_how, isSent) => {
    const sent = eventsOf(full).filter(isSent);

    expect(orderProblems(await read(sent))).toEqual([]);
    const streamed = await collectMessage(streamAnswer(bytesOf(sent), context()));
    expect(streamed.content).toEqual(readResponse(full, context()).content);
  });

  it("keeps items apart that come at the same time", async () => {
    const events = eventsOf(response([called(1, '{"n":1}'), called(2, '{"n":2}')]));
    const ofItem = (index: number) => events.filter(({ output_index: at }) => at === index);
    const [first, second] = [ofItem(0), ofItem(1)];
    const mixed = first.flatMap((event, position) => [
      event,
      ...(second[position] === undefined ? [] : [second[position]]),
    ]);
    const sent = [events[0], ...mixed, events.at(-1)] as WireEvent[];

    expect(orderProblems(await read(sent))).toEqual([]);
    expect((await collectMessage(streamAnswer(bytesOf(sent), context()))).content).toMatchObject([
      { id: "call_1", input: { n: 1 } },
      { id: "call_2", input: { n: 2 } },
    ]);
  });

  it("gives calls ids of their own where the conversation has them already", async () => {
    const callIds = new UniqueCallIds(["call_1"]);
    const { content } = readResponse(response([called(1, "{}")]), context({ callIds }));

    expect(content).toMatchObject([{ id: "call_1_2" }]);
  });

  it.each([
    ["ends before its end", eventsOf(full).slice(0, 5), 502, "ended before response.completed"],
    ["has an event of no type", [{ event: 1 } as never], 502, "an event has no type"],
    ["has a position that is none", [{ type: "response.output_item.added", output_index: -1 }], 502, "output_index"],
    ["has an error", [{ type: "error", code: "rate_limit_exceeded", message: "Slow." }], 429, "Slow."],
    [
      "has an error as others write it",
      [{ type: "error", error: { type: "server_error", message: "Ow." } }],
      500,
      "Ow.",
    ],
    [
      "fails",
      [
        {
          type: "response.failed",
          response: { status: "failed", error: { code: "image_too_large", message: "Big." } },
        },
      ],
      400,
      "Big.",
    ],
    [
      "is cancelled",
      [{ type: "response.completed", response: response([], { status: "cancelled" }) }],
      502,
      "cancelled",
    ],
  ])("that %s is an error", async (_what, events, status, words) => {
    await expect(read(events as WireEvent[])).rejects.toMatchObject({
      status,
      message: expect.stringContaining(words),
    });
  });

  it("begins when there is something to say, so that a failure before it can be tried again", async () => {
    const [created, inProgress] = eventsOf(full) as [WireEvent, WireEvent];
    const failed = { type: "response.failed", response: { error: { code: "rate_limit_exceeded", message: "Slow." } } };
    const events = streamAnswer(bytesOf([created, inProgress, failed]), context());

    await expect(events.next()).rejects.toMatchObject({ status: 429, isRetryable: true });
  });
});

it.each([
  ["has no output", { status: "completed" }, 502],
  ["is not finished", { status: "queued", output: [] }, 502],
  ["failed", { status: "failed", error: { code: "server_error", message: "Ow." }, output: [] }, 500],
  ["failed without a reason", { status: "failed", output: [] }, 502],
])("a whole response that %s is an error", (_what, given, status) => {
  expect(() => readResponse(given, context())).toThrow(expect.objectContaining({ status }));
});
