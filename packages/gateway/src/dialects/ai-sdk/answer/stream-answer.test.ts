import { describe, expect, it } from "vitest";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { assembleMessage, collectEvents, orderProblems } from "../../../suites/answer-events.ts";
import { callOf } from "../../../testing/call-of.ts";
import { createScriptedProvider } from "../../../testing/scripted-provider.ts";

const usage = {
  inputTokens: { total: 100, noCache: 30, cacheRead: 60, cacheWrite: 10 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const finish = (unified: string, raw?: string, more: object = {}) => ({
  type: "finish",
  finishReason: { unified, raw },
  usage,
  ...more,
});
const request = callOf({ model: "m", max_tokens: 10, messages: [{ role: "user", content: "Go" }] });
const inputStart = (id: string, more: object = {}) => ({
  type: "tool-input-start",
  id,
  toolName: `tool_${id}`,
  ...more,
});
const inputDelta = (id: string, delta: string) => ({ type: "tool-input-delta", id, delta });

async function eventsOf(...parts: object[]) {
  const { upstream } = await createScriptedProvider({ parts });
  return collectEvents(await upstream.doStream(request));
}

describe("W-OC5: A provider's stream", () => {
  it("is forwarded piece by piece", async () => {
    const events = await eventsOf(
      { type: "stream-start", warnings: [] },
      { type: "response-metadata", id: "resp-1" },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Hel" },
      { type: "text-delta", id: "t", delta: "lo" },
      { type: "text-end", id: "t" },
      finish("stop"),
    );
    expect(events).toEqual([
      {
        type: "message_start",
        message: expect.objectContaining({ id: "msg_resp-1", content: [], stop_reason: null, model: "m" }),
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: {
          input_tokens: 30,
          cache_creation_input_tokens: 10,
          cache_read_input_tokens: 60,
          output_tokens: 5,
        },
      },
      { type: "message_stop" },
    ]);
  });

  it("closes a call as soon as the next begins, even if the provider ends both at the end", async () => {
    const events = await eventsOf(
      inputStart("a"),
      inputDelta("a", '{"x":1}'),
      inputStart("b"),
      inputDelta("b", '{"y"'),
      inputDelta("b", ":2}"),
      { type: "tool-input-end", id: "a" },
      { type: "tool-call", toolCallId: "a", toolName: "tool_a", input: '{"x":1}' },
      { type: "tool-input-end", id: "b" },
      finish("tool-calls"),
    );
    expect(orderProblems(events)).toEqual([]);
    expect(events.map(({ type }) => type).slice(1, 8)).toEqual([
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
    ]);
  });

  it("puts interleaved calls one after another", async () => {
    const events = await eventsOf(
      inputStart("a"),
      inputDelta("a", '{"x"'),
      inputStart("b"),
      inputDelta("b", '{"y":2}'),
      inputDelta("a", ":1}"),
      finish("tool-calls"),
    );
    expect(orderProblems(events)).toEqual([]);
    expect(assembleMessage(events).content).toMatchObject([
      { id: "a", input: { x: 1 } },
      { id: "b", input: { y: 2 } },
    ]);
  });

  it("closes thinking with its signature, and leaves no block open", async () => {
    const events = await eventsOf(
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Hm." },
      { type: "reasoning-end", id: "r", providerMetadata: { scripted: { signature: "s" } } },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "So." },
      finish("stop"),
    );
    expect(orderProblems(events)).toEqual([]);
    const { content } = assembleMessage(events);
    expect(content).toMatchObject([
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "So." },
    ]);

    const { upstream, calls } = await createScriptedProvider({ parts: [finish("stop")] });
    const messages = [...request.body.messages, { role: "assistant", content } as const];
    await collectEvents(await upstream.doStream(callOf({ ...request.body, messages })));
    expect(calls[0]?.prompt[1]?.content[0]).toEqual({
      type: "reasoning",
      text: "Hm.",
      providerOptions: { scripted: { signature: "s" } },
    });
  });

  it("returns the signature of a call with it", async () => {
    const events = await eventsOf(
      inputStart("a", { providerMetadata: { google: { thoughtSignature: "sealed", itemId: "x" } } }),
      inputDelta("a", "{}"),
      finish("tool-calls"),
    );
    const { content } = assembleMessage(events);
    const { upstream, calls } = await createScriptedProvider({ parts: [finish("stop")] });
    const messages = [...request.body.messages, { role: "assistant", content } as const];
    await collectEvents(await upstream.doStream(callOf({ ...request.body, messages })));
    expect(calls[0]?.prompt[1]?.content[0]).toMatchObject({
      toolCallId: "a",
      providerOptions: { google: { thoughtSignature: "sealed" } },
    });
  });

  it.each([
    [finish("length"), { stop_reason: "max_tokens" }],
    [finish("content-filter"), { stop_reason: "refusal" }],
    [finish("other"), { stop_reason: "end_turn" }],
    [
      finish("stop", "stop_sequence", { providerMetadata: { anthropic: { stopSequence: "END" } } }),
      { stop_reason: "stop_sequence", stop_sequence: "END" },
    ],
  ])("reports the stop reason: %j", async (last, expected) => {
    expect(assembleMessage(await eventsOf(last))).toMatchObject(expected);
  });

  it("reports tool_use even if the provider reports a plain stop", async () => {
    const call = { type: "tool-call", toolCallId: "a", toolName: "look", input: '{"x":1}' };
    const message = assembleMessage(await eventsOf(call, finish("stop")));
    expect(message).toMatchObject({
      stop_reason: "tool_use",
      content: [{ type: "tool_use", id: "a", input: { x: 1 } }],
    });
  });

  it("fails before the first event if the provider fails before its first part", async () => {
    const { upstream } = await createScriptedProvider({
      parts: [
        { type: "stream-start", warnings: [] },
        { type: "error", error: { message: "Busy.", code: 429 } },
      ],
    });
    await expect(upstream.doStream(request)).rejects.toMatchObject({ status: 429, message: "Busy." });
  });

  it("fails if it ends without a reason", async () => {
    const { upstream } = await createScriptedProvider({ parts: [{ type: "text-start", id: "t" }] });
    await expect(collectEvents(await upstream.doStream(request))).rejects.toBeInstanceOf(UpstreamError);
  });
});
