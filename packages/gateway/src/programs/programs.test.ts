import type { ContentBlock, Message } from "@toolcrib/core";
import { MemoryStore } from "@toolcrib/store";
import { afterAll, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask, type Question, type Reply } from "../testing/answering/ask.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createProgramRuntimes } from "./open-runtime.ts";
import { withPrograms } from "./with-programs.ts";

const services = { store: new MemoryStore(Date.now), now: () => Date.now(), reportProblem: () => {} };
const runtimes = createProgramRuntimes(services);
afterAll(() => runtimes.close());
const answerRequest = withPrograms(createAnswerRequest(), { openRuntime: runtimes.open });

const schema = { type: "object", properties: { id: { type: "number" } } };
const getOrder = {
  name: "get_order",
  description: "Gets an order.",
  input_schema: schema,
  allowed_callers: ["code_execution_20260120"],
};
const tools = [
  { type: "code_execution_20260120", name: "code_execution" },
  getOrder,
  { name: "send_mail", description: "Sends a mail.", input_schema: schema },
];
const question: MessagesBody = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "How many?" }],
  tools,
};
const program = `const orders = await Promise.all([1, 2].map((id) => tools.get_order({ id }))); console.log(orders.join("+"));`;
const writes =
  (code: string): ModelScript =>
  (_body, number) =>
    number === 1
      ? { text: "Let me see.", calls: [{ id: "toolu_a", name: "code_execution", input: { code } }] }
      : { text: "Done." };

/** Asks, answers the calls of programs, and asks again until the model is done. */
async function converse(
  script: ModelScript,
  answer: (call: { name: string; input: unknown }) => string,
  given: Partial<Question> = {},
) {
  const upstream = scriptedModel(script, given.upstream ?? {});
  const stream = given.body?.stream === true;
  const messages: Message[] = [...question.messages];
  const replies = [];
  let container: unknown;
  for (;;) {
    const body = {
      ...question,
      ...given.body,
      messages: [...messages],
      stream,
      ...(container === undefined ? {} : { container }),
    } as MessagesBody;
    const reply = await ask(answerRequest, { ...given, body, upstream });
    const { message } = reply;
    replies.push(reply);
    messages.push({ role: "assistant", content: message.content });
    container = (message["container"] as { id?: string } | null)?.id;
    if (message.stop_reason !== "tool_use") return { replies, upstream, messages };
    const calls = message.content.filter(({ type }) => type === "tool_use") as unknown as {
      id: string;
      name: string;
      input: unknown;
    }[];
    messages.push({
      role: "user",
      content: calls.map(
        (call) => ({ type: "tool_result", tool_use_id: call.id, content: answer(call) }) as ContentBlock,
      ),
    });
  }
}

describe.each([false, true])("programs that call tools (streaming %s)", (stream) => {
  const body = { stream } as MessagesBody;

  it("are steps of the trace: their code, their calls, where they waited and how they ended", async () => {
    const { replies } = await converse(writes(program), () => "7", { body });
    const steps = replies.map(({ trace }) =>
      trace.flow.filter(({ from, to }) => from === "program" || to === "program").map(({ title }) => title),
    );

    expect(steps).toEqual([
      ["Run program", "Waits for get_order (2)"],
      ["Continue with 2 results", "Program ends"],
    ]);
  });

  it("run on any upstream, whose model sees one tool and signatures", async () => {
    const { replies, upstream } = await converse(writes(program), ({ input }) => `order ${JSON.stringify(input)}`, {
      body,
    });
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
        input: { code: program },
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
    expect(second).toMatchObject({ stop_reason: "end_turn", container: null });
    expect(first?.usage.server_tool_use).toMatchObject({ code_execution_requests: 1 });
  });

  it("keep what they called out of the model's conversation", async () => {
    const { upstream } = await converse(writes(program), () => "secret", { body });

    expect(upstream.bodies[1]?.messages).toEqual([
      ...question.messages,
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see." },
          { type: "tool_use", id: "toolu_a", name: "code_execution", input: { code: program } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_a", content: "secret+secret" }] },
    ]);
  });

  it("wait more than once", async () => {
    const code = `let sum = 0; for (const id of [1, 2, 3]) sum += Number(await tools.get_order({ id })); return sum;`;
    const { replies, upstream } = await converse(
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
    const { replies, messages, upstream } = await converse(writes(code), () => "10", { body });
    const { id: container } = (replies[0] as Reply).message["container"] as { id: string };
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
    const { replies, upstream } = await converse(script, () => "", { body });

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
    const { messages, upstream } = await converse(writes(program), () => "1", { body });
    const later = [...messages, { role: "user", content: "And now?" } as Message];
    await ask(answerRequest, { body: { ...question, ...body, messages: later }, upstream });
    const [, before, after] = upstream.bodies;

    expect(JSON.stringify(after?.messages).startsWith(JSON.stringify(before?.messages).slice(0, -1))).toBe(true);
    expect(after?.messages).toHaveLength(5);
  });
});

describe("a request with programs", () => {
  it("is left alone without tools that programs may call", async () => {
    const upstream = scriptedModel(() => ({ text: "Hi." }));
    const plain = { ...question, tools: [tools[0], tools[2]] } as MessagesBody;
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

  it.each([
    null,
    5,
    [null],
    [{ type: "code_execution_20260120", name: "code_execution" }, 5, null, { allowed_callers: 7 }],
  ])("survives tools like %j", async (given) => {
    const upstream = scriptedModel(() => ({ text: "Hi." }));
    const settled = await Promise.allSettled([
      ask(answerRequest, { body: { ...question, tools: given as never }, upstream }),
    ]);

    expect((settled[0] as { reason?: Error }).reason?.message ?? "").not.toMatch(
      /Cannot read|not iterable|is not a function/,
    );
  });

  it.each<[string, Partial<MessagesBody>, RegExp]>([
    ["strict", { tools: [tools[0], { ...getOrder, strict: true }] as never }, /strict/],
    [
      "circular references",
      {
        tools: [tools[0], { ...getOrder, input_schema: { type: "object", properties: { a: { $ref: "#" } } } }] as never,
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
    const { upstream, replies } = await converse(writes(code), () => "fine", { policy: policy as never });

    expect(replies[0]?.message.content.filter(({ type }) => type === "tool_use")).toHaveLength(1);
    expect(JSON.stringify(upstream.bodies[1]?.messages)).toMatch(/fine.*a rule of the user's policy forbids this call/);
  });

  it("does not show, find or call a tool that a rule hides", async () => {
    const secret = { ...getOrder, name: "get_secret_order" };
    const policy = [{ action: "hide" as const, name: "get_secret_order" }];
    const code = `return await tools.get_secret_order({ id: 1 }).catch(({ message }) => message);`;
    const { upstream, replies } = await converse(writes(code), () => "leaked", {
      policy,
      body: { tools: [...tools, secret] } as never,
    });

    expect(JSON.stringify(upstream.bodies[0])).not.toContain("secret");
    expect(replies).toHaveLength(1);
    expect(JSON.stringify(upstream.bodies[1]?.messages)).toContain("There is no tool");
  });

  it("finds deferred tools inside a program, which cost no definition", async () => {
    const deferred = {
      ...getOrder,
      name: "cancel_order",
      description: "Cancels an order of a customer.",
      defer_loading: true,
    };
    const code = `const [{ name }] = await search("cancel an order"); return await tools[name]({ id: 7 });`;
    const { upstream, replies } = await converse(writes(code), ({ name }) => `${name} done`, {
      body: { tools: [...tools, deferred] } as never,
    });

    expect(upstream.bodies[0]?.tools?.[0]?.description).not.toContain("cancel_order");
    expect(replies[0]?.message.content.at(-1)).toMatchObject({ name: "cancel_order", input: { id: 7 } });
    expect(JSON.stringify(upstream.bodies[1]?.messages)).toContain("cancel_order done");
  });

  describe("that waits", () => {
    const pending = async () => {
      const upstream = scriptedModel(writes(program));
      const { message } = await ask(answerRequest, { body: question, upstream });
      const results = [1, 2].map(
        (id) => ({ type: "tool_result", tool_use_id: `toolu_a_${id}`, content: "x" }) as ContentBlock,
      );
      const messages: Message[] = [
        ...question.messages,
        { role: "assistant", content: message.content },
        { role: "user", content: results },
      ];
      return {
        upstream,
        results,
        body: { ...question, messages },
        container: (message["container"] as { id: string }).id,
      };
    };

    it("goes on in another process with the same key, and in no other", async () => {
      const answerIn = async (byte: number, given: Question) => {
        process.env["TOOLCRIB_PROGRAM_KEYS"] = Buffer.alloc(32, byte).toString("base64");
        const process_ = createProgramRuntimes(services);
        try {
          return (await ask(withPrograms(createAnswerRequest(), { openRuntime: process_.open }), given)).message;
        } finally {
          delete process.env["TOOLCRIB_PROGRAM_KEYS"];
          await process_.close();
        }
      };
      const upstream = scriptedModel(writes(program));
      const first = await answerIn(5, { body: question, upstream });
      const { results } = await pending();
      const messages: Message[] = [
        ...question.messages,
        { role: "assistant", content: first.content },
        { role: "user", content: results },
      ];
      const body = { ...question, messages, container: (first["container"] as { id: string }).id };

      expect((await answerIn(5, { body, upstream })).content[0]).toMatchObject({ content: { stdout: "x+x\n" } });
      await expect(answerIn(6, { body, upstream })).rejects.toThrow(/modified, or belongs to another/);
    });

    it("is found if the client forgot the container", async () => {
      const { upstream, body } = await pending();
      expect((await ask(answerRequest, { body, upstream })).message.content[0]).toMatchObject({
        type: "code_execution_tool_result",
      });
    });

    it.each<[string, (given: Awaited<ReturnType<typeof pending>>) => Partial<Question>, RegExp]>([
      [
        "of another caller",
        ({ body, container }) => ({ body: { ...body, container }, credentials: { apiKey: "other" } }),
        /modified, or belongs to another/,
      ],
      [
        "that was modified",
        ({ body, container }) => ({
          body: {
            ...body,
            container: `${container.slice(0, 200)}${container[200] === "A" ? "B" : "A"}${container.slice(201)}`,
          },
        }),
        /modified, or belongs to another/,
      ],
      [
        "whose container nobody knows",
        ({ body }) => ({ body, credentials: { apiKey: "other" } }),
        /container_id is required/,
      ],
      [
        "without all results",
        ({ body, results, container }) => ({
          body: {
            ...body,
            container,
            messages: [...body.messages.slice(0, 2), { role: "user", content: results.slice(1) }],
          },
        }),
        /`tool_use` ids were found without `tool_result` blocks/,
      ],
      [
        "with something else than results",
        ({ body, results, container }) => ({
          body: {
            ...body,
            container,
            messages: [
              ...body.messages.slice(0, 2),
              { role: "user", content: [...results, { type: "text", text: "x" } as ContentBlock] },
            ],
          },
        }),
        /without a corresponding `code_execution_tool_result` block/,
      ],
    ])("is rejected if it is one %s", async (_what, change, message) => {
      const given = await pending();
      await expect(ask(answerRequest, { upstream: given.upstream, ...change(given) } as Question)).rejects.toThrow(
        message,
      );
    });
  });
});
