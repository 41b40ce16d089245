import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleMessage, collectEvents, orderProblems } from "../../../suites/answer-events.ts";
import { callOf } from "../../../testing/call-of.ts";
import { createScriptedProvider } from "../../../testing/scripted-provider.ts";

const usage = {
  inputTokens: { total: 100, noCache: 30, cacheRead: 60, cacheWrite: 10 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const finish = (unified: string) => ({ type: "finish", finishReason: { unified }, usage });
const request = callOf({ model: "m", max_tokens: 10, messages: [{ role: "user", content: "Go" }] });
const inputStart = (id: string) => ({ type: "tool-input-start", id, toolName: "look" });
const inputDelta = (id: string, delta: string) => ({ type: "tool-input-delta", id, delta });

async function eventsOf(...parts: object[]) {
  const { upstream } = await createScriptedProvider({ parts });
  return collectEvents(await upstream.doStream(request));
}

/** One response with calls, both complete and streamed, in the order providers use. */
async function bothWays(
  calls: readonly { readonly id: string; readonly input: string }[],
  messages = request.body.messages,
) {
  const shown = calls.map(({ id, input }) => ({ type: "tool-call", toolCallId: id, toolName: "look", input }));
  const parts = calls.flatMap(({ id, input }, position) => [
    inputStart(id),
    ...Array.from(input).map((piece) => inputDelta(id, piece)),
    { type: "tool-input-end", id },
    shown[position] as object,
  ]);
  const whole = { content: shown, finishReason: { unified: "tool-calls" }, usage };
  const { upstream } = await createScriptedProvider({ whole, parts: [...parts, finish("tool-calls")] });
  const call = callOf({ ...request.body, messages });
  const events = await collectEvents(await upstream.doStream(call));
  expect(orderProblems(events)).toEqual([]);
  return { whole: await upstream.doGenerate(call), streamed: assembleMessage(events) };
}

describe("W-OC4: Arguments that are not an object", () => {
  it.each(["[1]", '"Oslo"', "5"])("reach the client as an object, streamed or not: %s", async (input) => {
    const { whole, streamed } = await bothWays([{ id: "a", input }]);

    expect(whole.content).toMatchObject([{ input: { INVALID_JSON: input } }]);
    expect(streamed.content).toEqual(whole.content);
  });

  it("are empty if the model writes null", async () => {
    const { whole, streamed } = await bothWays([{ id: "a", input: " null" }]);

    expect(whole.content).toMatchObject([{ input: {} }]);
    expect(streamed.content).toEqual(whole.content);
  });

  it("reach the client as an object if they are broken, in a whole answer", async () => {
    const content = [{ type: "tool-call", toolCallId: "a", toolName: "look", input: '{"x":' }];
    const { upstream } = await createScriptedProvider({
      whole: { content, finishReason: { unified: "tool-calls" }, usage },
    });
    const message = await upstream.doGenerate(request);

    expect(message.content).toMatchObject([{ input: { INVALID_JSON: '{"x":' } }]);
    expect(message.id).toBe("msg_generated");
  });

  it("result in the same calls streamed and whole, whatever the arguments and ids", async () => {
    const call = fc.record({ id: fc.constantFrom("call_0", "call_1", "functions.look:0"), input: fc.json() });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 4 }), async (calls) => {
        const { whole, streamed } = await bothWays(calls);
        const ids = whole.content.map((block) => (block as { id?: string }).id);

        expect(streamed.content).toEqual(whole.content);
        expect(new Set(ids).size).toBe(calls.length);
      }),
      { numRuns: 100 },
    );
  });
});

describe("W-OC3: Ids of calls", () => {
  it("are made unique for parallel calls with one id, and restored on the way back", async () => {
    const { whole, streamed } = await bothWays([
      { id: "call_0", input: '{"x":1}' },
      { id: "call_0", input: '{"x":2}' },
    ]);

    expect(whole.content).toMatchObject([
      { id: "call_0", input: { x: 1 } },
      { id: "call_0_2", input: { x: 2 } },
    ]);
    expect(streamed.content).toEqual(whole.content);
    const { upstream, calls } = await createScriptedProvider({ parts: [finish("stop")] });
    const messages = [...request.body.messages, { role: "assistant", content: whole.content } as const];
    await collectEvents(await upstream.doStream(callOf({ ...request.body, messages })));
    expect(calls[0]?.prompt[1]?.content).toMatchObject([{ toolCallId: "call_0" }, { toolCallId: "call_0_2" }]);
  });

  it("are made unique if the provider counts from zero in every answer", async () => {
    const before = { type: "tool_use", id: "call_0", name: "look", input: {} };
    const messages = [
      ...request.body.messages,
      { role: "assistant", content: [before] } as const,
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_0", content: "ok" }] } as const,
    ];
    const { whole, streamed } = await bothWays([{ id: "call_0", input: "{}" }], messages as never);

    expect(whole.content).toMatchObject([{ id: "call_0_2" }]);
    expect(streamed.content).toEqual(whole.content);
  });

  it("are made unique for two concurrent calls with one id", async () => {
    const events = await eventsOf(
      inputStart("a"),
      inputDelta("a", '{"x":1}'),
      inputStart("a"),
      inputDelta("a", '{"x":2}'),
      { type: "tool-call", toolCallId: "a", toolName: "look", input: '{"x":1}' },
      { type: "tool-call", toolCallId: "a", toolName: "look", input: '{"x":2}' },
      finish("tool-calls"),
    );

    expect(orderProblems(events)).toEqual([]);
    expect(assembleMessage(events).content).toMatchObject([
      { id: "a", input: { x: 1 } },
      { id: "a_2", input: { x: 2 } },
    ]);
  });
});
