import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { bm25Entry, deferred, replayed, text, tool, user } from "../testing/answering/blocks.ts";
import { type ScriptedReply, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const tools = [tool("Bash"), tool("mcp__a__get_weather"), tool("mcp__a__get_stocks")];
const inject = { loader: "bridge", inject: "always" } as const;

describe.each([true, false])("an answer without visible content (streaming %s)", (stream) => {
  const body = (fields: Partial<MessagesBody> = {}): MessagesBody => ({
    model: "m",
    max_tokens: 1000,
    messages: [user("Go.")],
    tools,
    stream,
    ...fields,
  });

  it.each([
    ["searches to the end", { calls: [{ name: "ToolSearch", input: { query: "weather" } }] }, /^I searched/],
    ["thinks and searches to the end", { thinking: "Hm.", calls: [{ name: "ToolSearch", input: {} }] }, /^I searched/],
    ["calls tools without a name", { calls: [{ name: "call_tool", input: {} }] }, /^I tried/],
  ] as const)("L6: explains itself if the model %s", async (_what, reply: ScriptedReply, explanation) => {
    const upstream = scriptedModel(() => reply);
    const answerRequest = createAnswerRequest({ embedder: null });
    const { message } = await ask(answerRequest, { body: body(), upstream, route: inject });

    expect(message.content.at(-1)).toMatchObject({ type: "text", text: expect.stringMatching(explanation) });
    expect(message.stop_reason).toBe("end_turn");
    expect(JSON.stringify(message.content)).not.toMatch(/ToolSearch|call_tool/);
    const calm = scriptedModel(() => ({ text: "Fine." }));
    const messages = [user("Go."), replayed(message), user("Again.")];
    const next = await ask(answerRequest, { body: body({ messages }), upstream: calm, route: inject });
    expect(next.message.content).toEqual([text("Fine.")]);
  });

  it.fails("F41: explains itself if the model only thinks", async () => {
    const upstream = scriptedModel(() => ({ thinking: "Hm." }));
    const { message } = await ask(createAnswerRequest({ embedder: null }), { body: body(), upstream, route: inject });

    expect(message.content.at(-1)).toMatchObject({ type: "text" });
  });

  it("adds nothing if the model wrote text", async () => {
    const upstream = scriptedModel(() => ({
      text: "Looking.",
      calls: [{ name: "ToolSearch", input: { query: "x" } }],
    }));
    const { message } = await ask(createAnswerRequest({ embedder: null }), { body: body(), upstream, route: inject });

    expect(message.content).toEqual(Array.from({ length: 10 }, () => text("Looking.")));
  });

  it("W-M20: pauses if the client sees the searches", async () => {
    const upstream = scriptedModel(() => ({ calls: [{ name: "tool_search_tool_bm25", input: { query: "x" } }] }));
    const given = body({ tools: [tool("Bash"), bm25Entry, deferred("get_weather")] });
    const { message } = await ask(createAnswerRequest({ embedder: null }), { body: given, upstream });

    expect(message.stop_reason).toBe("pause_turn");
    expect(message.content.every(({ type }) => type !== "text")).toBe(true);
  });
});
