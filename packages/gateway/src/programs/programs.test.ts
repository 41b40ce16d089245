import type { Message } from "@toolcrib/core";
import { describe, expect, it, vi } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import { CatalogueIndexes } from "../catalogue/catalogue-indexes.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { containerOf, converse, question, twoOrders, writes } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { withPrograms } from "./with-programs.ts";

const runtimes = useRuntimes();
const answerRequest = withPrograms(createAnswerRequest(), { openRuntime: runtimes.open });

describe.each([false, true])("programs that call tools (streaming %s)", (stream) => {
  const body = { stream } as MessagesBody;

  it("are steps of the trace: their code, their calls, where they waited and how they ended", async () => {
    const { replies } = await converse(answerRequest, writes(twoOrders), () => "7", { body });
    const steps = replies.map(({ trace }) =>
      trace.flow.filter(({ from, to }) => from === "program" || to === "program").map(({ title }) => title),
    );

    expect(steps).toEqual([
      ["Run program", "Waits for get_order (2)"],
      ["Continue with 2 results", "Program ends"],
    ]);
  });

  it("run on any upstream, whose model sees one tool and signatures", async () => {
    const { replies, upstream } = await converse(
      answerRequest,
      writes(twoOrders),
      ({ input }) => `order ${JSON.stringify(input)}`,
      {
        body,
      },
    );
    const [first, second] = replies.map(({ message }) => message);

    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual(["code_execution", "send_mail"]);
    expect(upstream.bodies[0]?.tools?.[0]?.description).toContain(
      "get_order(input?: { id?: number }): Promise<string>;",
    );
    expect(first).toMatchObject({
      stop_reason: "tool_use",
      container: { id: expect.stringMatching(/^container_/), expires_at: expect.any(String) },
    });
    expect(first?.content).toEqual([
      { type: "text", text: "Let me see." },
      {
        type: "server_tool_use",
        id: "srvtoolu_a",
        name: "code_execution",
        input: { code: twoOrders },
        caller: { type: "direct" },
      },
      ...[1, 2].map((id) => ({
        type: "tool_use",
        id: `toolu_a_${id}`,
        name: "get_order",
        input: { id },
        caller: { type: "code_execution_20260120", tool_id: "srvtoolu_a" },
      })),
    ]);
    expect(second?.content).toEqual([
      {
        type: "code_execution_tool_result",
        tool_use_id: "srvtoolu_a",
        content: {
          type: "code_execution_result",
          stdout: 'order {"id":1}+order {"id":2}\n',
          stderr: "",
          return_code: 0,
          content: [],
        },
      },
      { type: "text", text: "Done." },
    ]);
    expect(second).toMatchObject({ stop_reason: "end_turn", container: { id: expect.stringMatching(/^container_/) } });
    expect(first?.usage.server_tool_use).toMatchObject({ code_execution_requests: 1 });
  });

  it("keep what they called out of the model's conversation", async () => {
    const { upstream } = await converse(answerRequest, writes(twoOrders), () => "secret", { body });

    expect(upstream.bodies[1]?.messages).toEqual([
      ...question.messages,
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see." },
          { type: "tool_use", id: "toolu_a", name: "code_execution", input: { code: twoOrders } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_a", content: "secret+secret" }] },
    ]);
  });

  it("wait more than once", async () => {
    const code = `let sum = 0; for (const id of [1, 2, 3]) sum += Number(await tools.get_order({ id })); return sum;`;
    const { replies, upstream } = await converse(
      answerRequest,
      writes(code),
      ({ input }) => String((input as { id: number }).id * 10),
      { body },
    );

    expect(replies.map(({ message }) => message.content.at(-1)?.type)).toEqual([
      "tool_use",
      "tool_use",
      "tool_use",
      "text",
    ]);
    expect(replies[1]?.message.usage).toMatchObject({ input_tokens: 0, output_tokens: 0 });
    expect(upstream.bodies).toHaveLength(2);
    expect(JSON.stringify(upstream.bodies[1]?.messages)).toContain('"content":"60"');
  });

  it("catch up if the client sends the container of an earlier answer", async () => {
    const code = `let sum = 0; for (const id of [1, 2, 3]) sum += Number(await tools.get_order({ id })); return sum;`;
    const { replies, messages, upstream } = await converse(answerRequest, writes(code), () => "10", { body });
    const container = replies[0] && containerOf(replies[0].message);
    const again = { ...question, ...body, messages: messages.slice(0, -1), container };

    expect((await ask(answerRequest, { body: again, upstream })).message.content[0]).toMatchObject({
      content: { stdout: "30\n" },
    });
  });

  it("end within a turn if they call nothing, and tell their errors", async () => {
    const script: ModelScript = (_body, number) =>
      number < 3
        ? {
            calls: [
              { id: `toolu_${number}`, name: "code_execution", input: { code: number === 1 ? "null.x" : "return 5;" } },
            ],
          }
        : { text: "Five." };
    const { replies, upstream } = await converse(answerRequest, script, () => "", { body });

    expect(replies).toHaveLength(1);
    expect(replies[0]?.message.content.map(({ type }) => type)).toEqual([
      "server_tool_use",
      "code_execution_tool_result",
      "server_tool_use",
      "code_execution_tool_result",
      "text",
    ]);
    expect(replies[0]?.message.content[1]).toMatchObject({
      content: { return_code: 1, stderr: expect.stringContaining("TypeError") },
    });
    expect(upstream.bodies[1]?.messages.at(-1)).toMatchObject({ content: [{ type: "tool_result", is_error: true }] });
  });

  it("are replayed to the model as they were", async () => {
    const { messages, upstream } = await converse(answerRequest, writes(twoOrders), () => "1", { body });
    const later = [...messages, { role: "user", content: "And now?" } as Message];
    await ask(answerRequest, { body: { ...question, ...body, messages: later }, upstream });
    const [, before, after] = upstream.bodies;

    expect(JSON.stringify(after?.messages).startsWith(JSON.stringify(before?.messages).slice(0, -1))).toBe(true);
    expect(after?.messages).toHaveLength(5);
  });
});

it("searches the same list of tools each time, so that its index is found by identity", async () => {
  const indexes = new CatalogueIndexes();
  const searched = vi.spyOn(indexes, "of");
  const tools = [
    { type: "code_execution_20260120", name: "code_execution" },
    ...["get_order", "list_orders"].map((name) => ({
      name,
      description: "Finds orders.",
      input_schema: { type: "object" },
      defer_loading: true,
      allowed_callers: ["code_execution_20260120"],
    })),
  ];
  const code = `await Promise.all(Array.from({ length: 5 }, () => search("order"))); return (await search("order")).length;`;
  const answer = withPrograms(createAnswerRequest(), { openRuntime: runtimes.open, indexes });
  const { message } = await ask(answer, {
    body: { ...question, tools } as unknown as MessagesBody,
    upstream: scriptedModel(writes(code)),
  });

  expect(JSON.stringify(message.content)).toContain('"stdout":"2');
  expect(searched).toHaveBeenCalledTimes(6);
  expect(new Set(searched.mock.calls.map(([list]) => list)).size).toBe(1);
});
