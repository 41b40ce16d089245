import type { ContentBlock, Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { getOrder, question as orders, programEntry } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { withPrograms } from "./with-programs.ts";

const answerRequest = withPrograms(createAnswerRequest(), { openRuntime: useRuntimes().open });

const tools = [programEntry, { ...getOrder, defer_loading: true }];
const question = { ...orders, tools } as never as MessagesBody;
const namesIn = (body: MessagesBody | undefined) => body?.tools?.map(({ name }) => name);

/** Writes these programs, one after the other, and then calls the tool itself if it can. */
const programs =
  (...codes: string[]): ModelScript =>
  (body, number) => {
    const code = codes[number - 1];
    if (code !== undefined) return { calls: [{ id: `toolu_${number}`, name: "code_execution", input: { code } }] };
    const canCall = namesIn(body)?.includes("get_order") === true;
    return canCall ? { calls: [{ id: `toolu_${number}`, name: "get_order" }] } : { text: "Done." };
  };

describe.each([false, true])("a model that fails at programs (streaming %s)", (stream) => {
  it("gets the tools themselves after two in a row, also in later requests, and the trace says so", async () => {
    const upstream = scriptedModel(programs("null.x", "syntax error here"));
    const { message, trace } = await ask(answerRequest, { body: { ...question, stream }, upstream });

    expect(upstream.bodies.map(namesIn)).toEqual([["code_execution"], ["code_execution"], ["get_order"]]);
    expect(upstream.bodies[2]?.tools?.[0]).not.toHaveProperty("defer_loading");
    expect(message.content.at(-1)).toMatchObject({ type: "tool_use", name: "get_order", caller: { type: "direct" } });
    expect(trace.warnings).toEqual([
      "The model failed at 2 programs in a row: from here on it calls the tools itself.",
    ]);
    expect(trace.clientCalls).toEqual(["get_order"]);

    const result = { type: "tool_result", tool_use_id: "toolu_3", content: "5" } as ContentBlock;
    const messages: Message[] = [
      ...question.messages,
      { role: "assistant", content: message.content },
      { role: "user", content: [result] },
    ];
    await ask(answerRequest, { body: { ...question, stream, messages }, upstream });
    expect(namesIn(upstream.bodies[3])).toEqual(["get_order"]);
  });

  it.each([
    ["a program in between works", ["null.x", "return 1;", "null.x"]],
    ["what failed was the tool", ["throw new ToolError('no');", "throw new ToolError('no');"]],
  ])("keeps programs if %s", async (_why, codes) => {
    const upstream = scriptedModel(programs(...codes));
    const { trace } = await ask(answerRequest, { body: { ...question, stream }, upstream });

    expect(new Set(upstream.bodies.map((body) => namesIn(body)?.join()))).toEqual(new Set(["code_execution"]));
    expect(trace.warnings).toEqual([]);
  });

  it("that never stops writing them pauses, and goes on when the client continues", async () => {
    const endless =
      (most: number): ModelScript =>
      (_body, number) =>
        number <= most
          ? { calls: [{ id: `toolu_${number}`, name: "code_execution", input: { code: `return ${number};` } }] }
          : { text: "Done." };
    const upstream = scriptedModel(endless(12));
    const { message } = await ask(answerRequest, { body: { ...question, stream }, upstream });

    expect(message.stop_reason).toBe("pause_turn");
    expect(message.usage.server_tool_use).toMatchObject({ code_execution_requests: 10 });
    const messages: Message[] = [...question.messages, { role: "assistant", content: message.content }];
    const { message: end } = await ask(answerRequest, { body: { ...question, stream, messages }, upstream });
    expect(end.content.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 2 }, () => ["server_tool_use", "code_execution_tool_result"]).flat(),
      "text",
    ]);
    expect(upstream.bodies).toHaveLength(13);
  });
});

describe("a route without programs", () => {
  it("gives the model the tools themselves, without an engine, and the trace says so", async () => {
    const answer = withPrograms(createAnswerRequest(), { openRuntime: async () => undefined });
    const upstream = scriptedModel(programs(), { dialect: "openai-chat" });
    const { message, trace } = await ask(answer, { body: question, upstream, route: { programs: "direct" } });

    expect(namesIn(upstream.bodies[0])).toEqual(["get_order"]);
    expect(message.content).toMatchObject([{ type: "tool_use", name: "get_order" }]);
    expect(trace.warnings).toEqual(["Programs are off on this route: the model calls the tools itself."]);
  });
});
