import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { ToolCall } from "../contracts/call-control.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { converse, getOrder, programEntry, question, sendMail, writes } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { withPrograms } from "./with-programs.ts";

const answerRequest = withPrograms(createAnswerRequest(), { openRuntime: useRuntimes().open });

describe("a request with programs", () => {
  it("is left alone without tools that programs may call", async () => {
    const upstream = scriptedModel(() => ({ text: "Hi." }));
    const plain = { ...question, tools: [programEntry, sendMail] } as MessagesBody;
    await ask(answerRequest, { body: plain, upstream });

    expect(upstream.bodies[0]?.tools).toEqual(plain.tools);
  });

  it.each([
    [{ programs: "upstream" as const }, "http://model.test"],
    [{}, "https://api.anthropic.com"],
  ])("is left to an upstream that runs programs itself: %j %s", async (route, baseUrl) => {
    const upstream = scriptedModel(() => ({ text: "Hi." }), { baseUrl });
    await ask(answerRequest, { body: question, upstream, route });

    expect(upstream.bodies[0]?.tools).toEqual(question.tools);
  });

  it("is left alone without an engine, and the trace says so", async () => {
    const upstream = scriptedModel(() => ({ text: "Hi." }));
    const answer = withPrograms(createAnswerRequest(), { openRuntime: async () => undefined });
    const { trace } = await ask(answer, { body: question, upstream });

    expect(upstream.bodies[0]?.tools).toEqual(question.tools);
    expect(trace.warnings).toEqual(["Programs were left to the upstream: no engine is installed."]);
  });

  it("is rejected without an engine if the upstream has no such tool", async () => {
    const upstream = scriptedModel(() => ({ text: "Hi." }), { dialect: "openai-chat" });
    const answer = withPrograms(createAnswerRequest(), { openRuntime: async () => undefined });

    await expect(ask(answer, { body: question, upstream })).rejects.toThrow(/has no engine for them/);
  });

  it.each([null, 5, [null], [programEntry, 5, null, { allowed_callers: 7 }]])(
    "survives tools like %j",
    async (given) => {
      const upstream = scriptedModel(() => ({ text: "Hi." }));
      const settled = await Promise.allSettled([
        ask(answerRequest, { body: { ...question, tools: given as never }, upstream }),
      ]);

      expect((settled[0] as { reason?: Error }).reason?.message ?? "").not.toMatch(
        /Cannot read|not iterable|is not a function/,
      );
    },
  );

  it.each<[string, Partial<MessagesBody>, RegExp]>([
    ["strict", { tools: [programEntry, { ...getOrder, strict: true }] as never }, /strict/],
    [
      "circular references",
      {
        tools: [
          programEntry,
          { ...getOrder, input_schema: { type: "object", properties: { a: { $ref: "#" } } } },
        ] as never,
      },
      /Circular \$ref detected/,
    ],
    [
      "no parallel calls",
      { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      /disable_parallel_tool_use/,
    ],
    ["a forced tool of programs", { tool_choice: { type: "tool", name: "get_order" } }, /cannot be forced/],
  ])("is rejected with %s", async (_what, fields, message) => {
    const upstream = scriptedModel(() => ({ text: "Hi." }));
    await expect(ask(answerRequest, { body: { ...question, ...fields }, upstream })).rejects.toThrow(message);
  });

  it("lets rules decide about each real call", async () => {
    const policy = [{ action: "deny" as const, name: "get_order", arguments: { id: "2" } }];
    const code = `return await Promise.allSettled([1, 2].map((id) => tools.get_order({ id }))).then((all) => all.map(({ value, reason }) => value ?? reason.message));`;
    const { upstream, replies } = await converse(answerRequest, writes(code), () => "fine", {
      policy: policy as never,
    });

    expect(replies[0]?.message.content.filter(({ type }) => type === "tool_use")).toHaveLength(1);
    expect(JSON.stringify(upstream.bodies[1]?.messages)).toMatch(/fine.*a rule of the user's policy forbids this call/);
  });

  it("does not show, find or call a tool that a rule hides", async () => {
    const secret = { ...getOrder, name: "get_secret_order" };
    const policy = [{ action: "hide" as const, name: "get_secret_order" }];
    const code = `return await tools.get_secret_order({ id: 1 }).catch(({ message }) => message);`;
    const { upstream, replies } = await converse(answerRequest, writes(code), () => "leaked", {
      policy,
      body: { tools: [...(question.tools ?? []), secret] } as never,
    });

    expect(JSON.stringify(upstream.bodies[0])).not.toContain("secret");
    expect(replies).toHaveLength(1);
    expect(JSON.stringify(upstream.bodies[1]?.messages)).toContain("There is no tool");
  });

  it("finds deferred tools inside a program, which cost no definition, and calls them by their real names", async () => {
    const deferred = {
      ...getOrder,
      name: "cancel-order",
      description: "Cancels an order of a customer.",
      defer_loading: true,
    };
    const code = `const [{ name }] = await search("cancel an order");
      const { inputSchema } = await describe("cancel_order");
      return await Promise.all([tools[name]({ id: 7 }), tools.cancel_order({ id: 8 }), Object.keys(inputSchema.properties)]);`;
    const { upstream, replies } = await converse(answerRequest, writes(code), ({ name }) => `${name} done`, {
      body: { tools: [...(question.tools ?? []), deferred] } as never,
    });

    expect(upstream.bodies[0]?.tools?.[0]?.description).not.toContain("cancel-order");
    expect(replies[0]?.message.content.slice(2)).toMatchObject([
      { name: "cancel-order", input: { id: 7 } },
      { name: "cancel-order", input: { id: 8 } },
    ]);
    expect(replies[1]?.message.content[0]).toMatchObject({
      content: { stdout: '["cancel-order done","cancel-order done",["id"]]\n' },
    });
  });

  it("writes a call of a tool that does not exist to the audit log and the trace, with its arguments", async () => {
    const recorded: ToolCall[] = [];
    const callControl = { admit: async () => undefined, record: (call: ToolCall) => void recorded.push(call) };
    const code = `return await tools.drop_tables({ id: 7 }).catch(({ message }) => message);`;
    const { replies, upstream } = await converse(answerRequest, writes(code), () => "", { callControl });

    expect(JSON.stringify(upstream.bodies[1]?.messages)).toContain("There is no tool");
    expect(recorded).toEqual([
      { tool: "drop_tables", input: { id: 7 }, by: "gateway", outcome: "refused", refusal: "unknown", id: "toolu_a_1" },
    ]);
    expect(replies[0]?.trace.programs).toMatchObject([
      { calls: [{ number: 1, name: "drop_tables", state: "refused", arguments: { id: 7 } }] },
    ]);
  });
});
