import type { ContentBlock } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { AnswerEvent, AnswerMessage } from "../../../contracts/inner-form.ts";
import { eventsOfMessage } from "../../../inner-form/whole-message.ts";
import { clientDialectSuite } from "../../../suites/index.ts";
import { plain } from "../../../testing/openai/plain.ts";
import { fullRequest, parseResponses } from "../../../testing/responses/sample-requests.ts";
import { createResponsesDialect } from "./responses-dialect.ts";

const dialect = createResponsesDialect({ now: () => 1_700_000_000_000, createId: () => "new" });

interface Sent {
  readonly type: string;
  readonly sequence_number: number;
  readonly delta?: string;
  readonly output_index?: number;
  readonly item?: { readonly id: string; readonly type: string };
  readonly response?: {
    readonly output: readonly object[];
    readonly status: string;
    readonly error?: { readonly message: string } | null;
  };
}

function read(stream: string): readonly Sent[] {
  return stream
    .split("\n\n")
    .filter((event) => event.startsWith("event: "))
    .map((event) => {
      const [name, data] = event.split("\n");
      const sent = JSON.parse(data?.slice("data: ".length) ?? "") as Sent;
      expect(name).toBe(`event: ${sent.type}`);
      return sent;
    });
}

describe("the Responses API as a dialect", () => {
  const checks = clientDialectSuite({
    dialect,
    writeQuestion: ({ model, text, stream }) => ({
      headers: { authorization: "Bearer key" },
      body: JSON.stringify({ model, input: text, stream }),
    }),
    readAnswer: (body) =>
      (body as { readonly output: readonly { readonly content: readonly { readonly text: string }[] }[] }).output
        .flatMap(({ content }) => content.map(({ text }) => text))
        .join(""),
    readStream(stream) {
      const sent = read(stream);
      const error = sent.find(({ type }) => type === "response.failed")?.response?.error?.message;
      return {
        text: sent.flatMap(({ type, delta }) => (type === "response.output_text.delta" ? [delta] : [])).join(""),
        isComplete: sent.at(-1)?.type === "response.completed",
        ...(error === undefined ? {} : { error }),
      };
    },
  });
  it.each(checks)("$title", ({ run }) => run());
});

const blocks: readonly ContentBlock[] = [
  { type: "thinking", thinking: "Hm.", signature: "s" },
  { type: "redacted_thinking", data: "d" },
  { type: "text", text: "Let me see." },
  { type: "tool_use", id: "toolu_1", name: "mcp__desk__create_ticket", input: { id: 7 } },
  { type: "tool_use", id: "toolu_2", name: "apply_patch", input: { input: "*** Begin" } },
] as readonly object[] as readonly ContentBlock[];
const message: AnswerMessage = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "upstream-model",
  content: blocks,
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, cache_read_input_tokens: 10, cache_creation_input_tokens: 100, output_tokens: 5 },
};
const request = parseResponses(fullRequest);
const whole = (fields: Partial<AnswerMessage> = {}) =>
  dialect.encodeAnswer({ ...message, ...fields }, request) as Readonly<Record<string, unknown>>;
const streamed = (fields: Partial<AnswerMessage> = {}) => {
  const encoder = dialect.createStreamEncoder(request);
  return read([...eventsOfMessage({ ...message, ...fields })].map((event) => encoder.encode(event)).join(""));
};

describe("an answer of the Responses API", () => {
  it("has an item for each block, under the client's own names", () => {
    expect(whole()).toMatchObject({
      id: "resp_new",
      object: "response",
      created_at: 1_700_000_000,
      model: "some-model",
      status: "completed",
      incomplete_details: null,
      store: false,
      metadata: { team: "a" },
      output: [
        { type: "reasoning", id: "rs_new_0", summary: [{ type: "summary_text", text: "Hm." }] },
        { type: "reasoning", id: "rs_new_1", summary: [] },
        { type: "message", id: "msg_new_2", content: [{ type: "output_text", text: "Let me see.", annotations: [] }] },
        {
          type: "function_call",
          id: "fc_new_3",
          call_id: "toolu_1",
          namespace: "mcp__desk",
          name: "create_ticket",
          arguments: '{"id":7}',
        },
        { type: "custom_tool_call", id: "ctc_new_4", call_id: "toolu_2", name: "apply_patch", input: "*** Begin" },
      ],
      usage: {
        input_tokens: 111,
        input_tokens_details: { cached_tokens: 10, cache_write_tokens: 100 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 116,
      },
    });
  });

  it("comes back as the same blocks when the client replays its items", () => {
    const output = whole()["output"] as readonly { readonly call_id?: string }[];
    const results = output.flatMap(({ call_id }) =>
      call_id === undefined ? [] : [{ type: "function_call_output", call_id, output: "Done." }],
    );
    const input = [{ role: "user", content: "Hi" }, ...output, ...results];
    const [, answer] = parseResponses({ ...fullRequest, input }).body.messages;
    expect(plain(answer)).toEqual({ role: "assistant", content: blocks });
  });

  it.each([
    ["max_tokens", "incomplete", { reason: "max_output_tokens" }],
    ["refusal", "incomplete", { reason: "content_filter" }],
    ["end_turn", "completed", null],
  ])("that stopped by %s is %s", (stop_reason, status, incomplete_details) => {
    const content = [{ type: "text", text: "Half" } as ContentBlock];
    const expected = { status, incomplete_details, output: [{ status }] };
    expect(whole({ content, stop_reason })).toMatchObject(expected);
    expect(streamed({ content, stop_reason }).at(-1)).toMatchObject({
      type: `response.${status}`,
      response: expected,
    });
  });
});

describe("a stream of the Responses API", () => {
  it("W-R7: has the events of each item in OpenAI's order, numbered without a gap", () => {
    const sent = streamed();
    expect(sent.map(({ sequence_number }) => sequence_number)).toEqual(sent.map((_event, at) => at));
    expect(sent.map(({ type, output_index: at }) => (at === undefined ? type : `${at} ${type}`))).toEqual([
      "response.created",
      "response.in_progress",
      "0 response.output_item.added",
      "0 response.reasoning_summary_part.added",
      "0 response.reasoning_summary_text.delta",
      "0 response.reasoning_summary_text.done",
      "0 response.reasoning_summary_part.done",
      "0 response.output_item.done",
      "1 response.output_item.added",
      "1 response.output_item.done",
      "2 response.output_item.added",
      "2 response.content_part.added",
      "2 response.output_text.delta",
      "2 response.output_text.done",
      "2 response.content_part.done",
      "2 response.output_item.done",
      "3 response.output_item.added",
      "3 response.function_call_arguments.delta",
      "3 response.function_call_arguments.done",
      "3 response.output_item.done",
      "4 response.output_item.added",
      "4 response.custom_tool_call_input.delta",
      "4 response.custom_tool_call_input.done",
      "4 response.output_item.done",
      "response.completed",
    ]);
  });

  it("W-R7: ends with the response that is given whole", () => {
    expect(streamed().at(-1)?.response).toEqual(whole());
  });

  it("gives a call's arguments as the model wrote them, complete or not", () => {
    const encoder = dialect.createStreamEncoder(request);
    const start = { ...blocks[3], input: {} } as ContentBlock;
    const events: AnswerEvent[] = [
      { type: "content_block_start", index: 0, content_block: start },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{ "id"' } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "max_tokens" }, usage: { output_tokens: 1 } },
    ];
    const sent = read(events.map((event) => encoder.encode(event)).join(""));
    expect(sent.at(-1)?.item).toMatchObject({ arguments: '{ "id"', status: "incomplete" });
  });

  it("leaves out blocks that the API has no item for, and counts on", () => {
    const content = [{ type: "hologram" }, { type: "text", text: "Hi" } as ContentBlock];
    const done = streamed({ content }).find(({ type }) => type === "response.output_item.done");
    expect(done).toMatchObject({ output_index: 0, item: { id: "msg_new_0" } });
  });

  it("reports a failure before the model has begun as a failed response", () => {
    const error = { type: "error", error: { type: "rate_limit_error", message: "Slow down." } } as const;
    const sent = read(dialect.createStreamEncoder(request).error(error, "req_1"));
    expect(sent.map(({ type }) => type)).toEqual(["response.created", "response.in_progress", "response.failed"]);
    expect(sent.at(-1)?.response).toMatchObject({
      id: "resp_new",
      status: "failed",
      error: { code: "rate_limit_exceeded", message: "Slow down.", request_id: "req_1" },
    });
  });
});
