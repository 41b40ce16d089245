import type { ContentBlock } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { AnswerEvent, AnswerMessage } from "../../../../../contracts/inner-form.ts";
import { eventsOfMessage } from "../../../../../inner-form/whole-message.ts";
import { createChatDialect } from "../chat-dialect.ts";

type Fields = Readonly<Record<string, unknown>>;

const dialect = createChatDialect(() => 1_700_000_000_999);
const message: AnswerMessage = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [
    { type: "thinking", thinking: "Hm.", signature: "s" },
    { type: "text", text: "I " },
    { type: "text", text: "look." },
    { type: "tool_use", id: "c1", name: "look", input: { at: "a" } },
    { type: "tool_use", id: "c2", name: "now", input: {} },
    { type: "tool_use", id: "c3", name: "note", input: { input: "milk" } },
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
  ] as unknown as readonly ContentBlock[],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: {
    input_tokens: 5,
    cache_read_input_tokens: 20,
    cache_creation_input_tokens: 3,
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 2 },
  },
};
const usage = {
  prompt_tokens: 28,
  completion_tokens: 7,
  total_tokens: 35,
  prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 3 },
  completion_tokens_details: { reasoning_tokens: 2 },
};
const calls = [
  { id: "c1", type: "function", function: { name: "look", arguments: '{"at":"a"}' } },
  { id: "c2", type: "function", function: { name: "now", arguments: "{}" } },
  { id: "c3", type: "custom", custom: { name: "note", input: "milk" } },
];
const envelope = { id: "chatcmpl-1", created: 1_700_000_000, model: "m" };

const requestWith = (fields: object) => ({
  body: { model: "m", messages: [] },
  betas: [],
  apiVersion: "",
  answerContext: { includesUsage: false, customTools: new Set(["note"]), ...fields },
});
const whole = (fields: object) =>
  dialect.encodeAnswer({ ...message, ...fields }, requestWith({})) as { readonly choices: readonly Fields[] };

function streamed(events: Iterable<AnswerEvent>, fields: object = {}) {
  const encoder = dialect.createStreamEncoder(requestWith(fields));
  const text = Array.from(events, (event) => encoder.encode(event)).join("");
  const data = text.split("\n\n").filter((event) => event !== "");
  const chunks = data.filter((event) => event !== "data: [DONE]").map((event) => JSON.parse(event.slice(6)) as Fields);
  const choices = chunks.flatMap(
    (chunk) => (chunk["choices"] ?? []) as readonly { delta: Fields; finish_reason: unknown }[],
  );
  return { last: data.at(-1), chunks, choices, deltas: choices.map(({ delta }) => delta) };
}

/** What a client sends back, so that the model trusts its thought. */
const proof = { type: "reasoning.encrypted", data: expect.stringMatching(/^r1\./), index: 0 };

describe("a whole chat answer", () => {
  it("has text, thoughts, calls and usage", () => {
    expect(whole({})).toEqual({
      ...envelope,
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: "I look.",
            refusal: null,
            reasoning_content: "Hm.",
            reasoning_details: [proof],
            tool_calls: calls,
          },
          logprobs: null,
          finish_reason: "tool_calls",
        },
      ],
      usage,
    });
  });

  it("W-C2: has no field for calls where there are none: clients stumble over null", () => {
    expect(whole({ content: [] }).choices[0]?.["message"]).toEqual({ role: "assistant", content: null, refusal: null });
  });

  it.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["pause_turn", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content_filter"],
    ["constructor", "stop"],
    [null, "stop"],
  ])("that stops for %s is finished for %s", (stop_reason, finish_reason) => {
    expect(whole({ stop_reason }).choices[0]).toMatchObject({ finish_reason });
  });

  it("says why the model refused", () => {
    const refused = {
      content: [],
      stop_reason: "refusal",
      stop_details: { type: "refusal", explanation: "Too risky." },
    };

    expect(whole(refused).choices[0]).toMatchObject({ message: { content: null, refusal: "Too risky." } });
    const { deltas, choices } = streamed(eventsOfMessage({ ...message, ...refused }));
    expect(deltas.at(-2)).toEqual({ refusal: "Too risky." });
    expect(choices.at(-1)).toMatchObject({ finish_reason: "content_filter" });
  });
});

describe("a streamed chat answer", () => {
  it("W-C3: begins with the role, has each id and name once, and ends with the reason", () => {
    const { chunks, choices, deltas, last } = streamed(eventsOfMessage(message));

    expect(deltas).toEqual([
      { role: "assistant", content: "", refusal: null },
      { reasoning_content: "Hm." },
      { reasoning_details: [proof] },
      { content: "I " },
      { content: "look." },
      { tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "look", arguments: "" } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"at":"a"}' } }] },
      { tool_calls: [{ index: 1, id: "c2", type: "function", function: { name: "now", arguments: "" } }] },
      { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
      { tool_calls: [{ index: 2, id: "c3", type: "custom", custom: { name: "note", input: "milk" } }] },
      {},
    ]);
    expect(choices.map(({ finish_reason }) => finish_reason)).toEqual([...Array(10).fill(null), "tool_calls"]);
    expect(chunks.every((chunk) => !("usage" in chunk))).toBe(true);
    expect(chunks[4]).toMatchObject({ ...envelope, object: "chat.completion.chunk" });
    expect(last).toBe("data: [DONE]");
  });

  it("has arguments of calls that say none, or come with their first event", () => {
    const call = (input: object) => ({ type: "tool_use", id: "c1", name: "look", input }) as unknown as ContentBlock;
    const events = (input: object): AnswerEvent[] => [
      { type: "content_block_start", index: 0, content_block: call(input) },
      { type: "content_block_stop", index: 0 },
    ];

    const argumentsOf = (input: object) =>
      streamed(events(input)).deltas.map(
        ({ tool_calls }) => (tool_calls as { function: Fields }[])[0]?.function["arguments"],
      );
    expect(argumentsOf({})).toEqual(["", "{}"]);
    expect(argumentsOf({ at: "a" })).toEqual(['{"at":"a"}']);
  });

  it("W-C4: ends with a usage chunk if the client asked for it", () => {
    // As upstreams tell it: what went in at the beginning, what came out at the end.
    const { output_tokens, output_tokens_details, ...input } = message.usage;
    const events = [...eventsOfMessage(message)].map((event): AnswerEvent => {
      if (event.type === "message_start") {
        return { ...event, message: { ...event.message, usage: { ...input, output_tokens: 1 } } };
      }
      return event.type === "message_delta" ? { ...event, usage: { output_tokens, output_tokens_details } } : event;
    });
    const { chunks } = streamed(events, { includesUsage: true });

    expect(chunks.at(-1)).toMatchObject({ choices: [], usage });
    expect(chunks.slice(0, -1).every((chunk) => chunk["usage"] === null)).toBe(true);
  });

  it("reports an error of the model as an error", () => {
    const { chunks } = streamed([{ type: "error", error: { type: "overloaded_error", message: "Busy." } }]);

    const error = { message: "Busy.", type: "server_error", param: null, code: "server_is_overloaded" };
    expect(chunks).toEqual([{ error }]);
  });
});
