import type { ProgramStep, Sandbox } from "@toolcrib/code";
import { MemoryStore } from "@toolcrib/store";
import { afterAll, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { getOrder, programEntry, question, resumed, twoOrders, writes } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { createProgramRuntimes } from "./open-runtime.ts";
import { withPrograms } from "./with-programs.ts";

const answerRequest = withPrograms(createAnswerRequest(), { openRuntime: useRuntimes().open });

describe("Anthropic's contract for programs", () => {
  it.each([
    ["code_execution_20250825", "code_execution_20260120"],
    ["code_execution_20260120", "code_execution_20260521"],
    ["code_execution_20260521", "code_execution_20260120"],
    ["code_execution_20250825", "code_execution_20250825"],
    ["code_execution_20260120", "code_execution_20250825"],
    ["code_execution_20260521", "code_execution_20270315"],
  ])("has one name for the caller, whichever versions are used: %s, called by %s", async (type, caller) => {
    const tools = [
      { ...programEntry, type },
      { ...getOrder, allowed_callers: [caller] },
    ];
    const upstream = scriptedModel(writes(twoOrders));
    const { message } = await ask(answerRequest, { body: { ...question, tools } as MessagesBody, upstream });

    expect(message.content.slice(2)).toMatchObject(
      [1, 2].map(() => ({ caller: { type: "code_execution_20260120", tool_id: "srvtoolu_a" } })),
    );
  });

  it("streams the code, and shows the result whole", async () => {
    const upstream = scriptedModel(writes("return 5;"));
    const { events } = await ask(answerRequest, { body: { ...question, stream: true }, upstream });
    const of = (index: number) => events.filter((event) => "index" in event && event.index === index);

    expect(of(1)[0]).toMatchObject({ content_block: { type: "server_tool_use", input: {} } });
    const deltas = of(1).flatMap((event) => (event.type === "content_block_delta" ? [event.delta] : []));
    expect(deltas.length).toBeGreaterThan(2);
    expect(deltas.map((delta) => String((delta as { partial_json?: string }).partial_json)).join("")).toBe(
      '{"code":"return 5;"}',
    );
    expect(of(2)).toMatchObject([
      {
        type: "content_block_start",
        content_block: { type: "code_execution_tool_result", content: { stdout: "5\n" } },
      },
      { type: "content_block_stop" },
    ]);
  });

  it("leaves a call that the model makes itself to the client, although it is for programs only", async () => {
    const upstream = scriptedModel(() => ({ calls: [{ id: "toolu_d", name: "get_order", input: { id: 1 } }] }));
    const { message } = await ask(answerRequest, { body: question, upstream });

    expect(message).toMatchObject({
      stop_reason: "tool_use",
      content: [{ type: "tool_use", name: "get_order", caller: { type: "direct" } }],
    });
  });

  it("shows calls of the model beside those of a program, and continues with the results of both", async () => {
    const script: ModelScript = (_body, number) =>
      number === 1
        ? {
            calls: [
              { id: "toolu_a", name: "code_execution", input: { code: twoOrders } },
              { id: "toolu_b", name: "send_mail", input: { id: 9 } },
            ],
          }
        : { text: "Done." };
    const upstream = scriptedModel(script);
    const { message } = await ask(answerRequest, { body: question, upstream });
    const { message: end } = await ask(answerRequest, { body: resumed(question, message), upstream });

    expect(message.content.map((block) => (block as { name?: string }).name)).toEqual([
      "code_execution",
      "send_mail",
      "get_order",
      "get_order",
    ]);
    expect(end.content[0]).toMatchObject({ content: { stdout: "x+x\n" } });
    expect(upstream.bodies[1]?.messages.at(-1)?.content).toMatchObject([
      { type: "tool_result", tool_use_id: "toolu_b", content: "x" },
      { type: "tool_result", tool_use_id: "toolu_a", content: "x+x" },
    ]);
  });
});

describe("the error of a program is", () => {
  const closers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closers) await close();
  });
  const failing = (reason: "crash" | "cpu" | "wall" | "cancelled"): Sandbox => {
    const error = { name: "Error", message: "It failed.", stack: "Error: It failed." };
    const output = { stdout: "", stderr: "", truncated: false };
    const step: ProgramStep = { status: "failed", reason, error, output, usage: { cpuMilliseconds: 0, calls: 0 } };
    const run = async () => step;
    return {
      specificationVersion: "v1",
      language: "javascript",
      engine: "none",
      start: run,
      resume: run,
      close: async () => {},
    };
  };
  const busy: Sandbox = {
    ...failing("crash"),
    start: async () => {
      const { CodeError } = await import("@toolcrib/code");
      throw new CodeError("sandbox_busy", { limit: 1 });
    },
  };
  const calling =
    (...inputs: readonly object[]): ModelScript =>
    (_body, number) =>
      number === 1
        ? { calls: inputs.map((input, index) => ({ id: `toolu_${index}`, name: "code_execution", input })) }
        : { text: "Done." };

  it.each<[string, string, readonly object[], Sandbox | undefined]>([
    ["invalid_tool_input", "a call without code", [{ program: 1 }], undefined],
    ["invalid_tool_input", "code that is too long", [{ code: "x".repeat(100_001) }], undefined],
    ["too_many_requests", "a second program in one answer", [{ code: "1" }, { code: "2" }], undefined],
    ["too_many_requests", "an engine with too much to do", [{ code: "1" }], busy],
    ["unavailable", "an engine that fails", [{ code: "1" }], failing("crash")],
    ["execution_time_exceeded", "a program that takes too long", [{ code: "1" }], failing("cpu")],
    ["execution_time_exceeded", "one that waits for too long", [{ code: "1" }], failing("wall")],
  ])("%s for %s", async (code, _what, inputs, sandbox) => {
    const store = new MemoryStore(Date.now);
    const runtimes = createProgramRuntimes({
      store,
      now: Date.now,
      reportProblem: () => {},
      ...(sandbox && { sandboxes: [sandbox] }),
    });
    closers.push(() => runtimes.close());
    const answer = withPrograms(createAnswerRequest(), { openRuntime: runtimes.open });
    const { message } = await ask(answer, { body: question, upstream: scriptedModel(calling(...inputs)) });
    const results = message.content.filter(({ type }) => type === "code_execution_tool_result");

    expect(results.at(-1)).toMatchObject({
      content: { type: "code_execution_tool_result_error", error_code: code },
    });
  });
});
