import type { ContentBlock, Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { Route } from "../contracts/route.ts";
import { HiddenTurns } from "../memory/hidden-turns.ts";
import { SharedTurns } from "../memory/shared-turns.ts";
import { withPrograms } from "../programs/with-programs.ts";
import { ask, type Question } from "../testing/answering/ask.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createJsonStore, withSlowChanges } from "../testing/json-store.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { withInjectedPrograms } from "./with-injected-programs.ts";

let time = Date.now();
const runtimes = useRuntimes(() => time);

/** A gateway that was just started. */
function start(hidden = new HiddenTurns()): AnswerRequest {
  const answerRequest = withPrograms(createAnswerRequest(), { openRuntime: runtimes.open });
  return withInjectedPrograms(answerRequest, {
    openRuntime: runtimes.open,
    hidden,
    runsToolsets: false,
  });
}

const schema = { type: "object", properties: { id: { type: "number" } } };
const tools = [
  { name: "get_order", description: "Gets an order.", input_schema: schema },
  { name: "send_mail", description: "Sends a mail.", input_schema: schema },
];
const program = `const first = await tools.get_order({ id: 1 });
const others = await Promise.all([2, 3].map((id) => tools.get_order({ id })));
console.log([first, ...others].join("+"));`;

/** Writes a program in answer to each text of the user, and then says what it printed. */
const script: ModelScript = ({ messages }, number) => {
  const last = messages.at(-1)?.content;
  const result = typeof last === "string" ? undefined : last?.find(({ type }) => type === "tool_result");
  return result === undefined
    ? { text: "Let me see.", calls: [{ id: `toolu_${number}`, name: "code_execution", input: { code: program } }] }
    : { text: `It is ${JSON.stringify((result as { content?: unknown }).content)}.` };
};

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: { readonly id: number };
}

/** Plays a client that knows tools and nothing else, until it is its user's turn. */
async function converse(
  answerRequest: () => AnswerRequest,
  texts: readonly string[],
  given: Partial<Question> & { readonly reminder?: string } = {},
) {
  const upstream = scriptedModel(script, given.upstream ?? {});
  const messages: Message[] = [];
  const replies = [];
  for (const text of texts) {
    messages.push({ role: "user", content: text });
    for (;;) {
      const body = { model: "m", max_tokens: 100, tools, ...given.body, messages: [...messages] } as MessagesBody;
      const reply = await ask(answerRequest(), {
        ...given,
        body,
        upstream,
        route: { injectPrograms: true, ...given.route },
      });
      replies.push(reply);
      messages.push({ role: "assistant", content: reply.message.content });
      if (reply.message.stop_reason !== "tool_use") break;
      const calls = reply.message.content.filter(({ type }) => type === "tool_use") as unknown as readonly Call[];
      const results = calls.map(
        ({ id, input }) => ({ type: "tool_result", tool_use_id: id, content: `order ${input.id}` }) as ContentBlock,
      );
      const reminder = given.reminder === undefined ? [] : [{ type: "text", text: given.reminder } as ContentBlock];
      messages.push({ role: "user", content: [...results, ...reminder] });
    }
  }
  return { upstream, messages, replies };
}

describe.each([false, true])("injected programs (streaming %s)", (stream) => {
  const body = { stream } as MessagesBody;

  it("run in the conversation of a client that knows nothing about them, and leave no trace in it", async () => {
    const gateway = start();

    const { replies, upstream } = await converse(() => gateway, ["How many?"], { body });

    expect(replies.map(({ message }) => message.content)).toEqual([
      [
        { type: "text", text: "Let me see." },
        { type: "tool_use", id: "toolu_1_1", name: "get_order", input: { id: 1 } },
      ],
      [2, 3].map((id) => ({ type: "tool_use", id: `toolu_1_${id}`, name: "get_order", input: { id } })),
      [{ type: "text", text: 'It is "order 1+order 2+order 3".' }],
    ]);
    expect(replies.map(({ message }) => message.stop_reason)).toEqual(["tool_use", "tool_use", "end_turn"]);
    expect(JSON.stringify(replies.map(({ message, events }) => [message, events]))).not.toMatch(
      /code_execution|container|srvtoolu|caller/,
    );
    expect(upstream.bodies.map(({ tools: sent }) => sent?.map(({ name }) => name))).toEqual([
      ["code_execution", "get_order", "send_mail"],
      ["code_execution", "get_order", "send_mail"],
    ]);
    expect(JSON.stringify(upstream.bodies[0]?.tools)).not.toContain("allowed_callers");
  });

  it("go on in another replica, however soon the client answers", async () => {
    const store = withSlowChanges(createJsonStore());
    const replica = () => start(new HiddenTurns(new SharedTurns(store, () => {})));

    const { replies } = await converse(replica, ["How many?"], { body });

    expect(replies.at(-1)?.message.content).toEqual([{ type: "text", text: 'It is "order 1+order 2+order 3".' }]);
  });

  it("are replayed byte for byte, also with texts between results", async () => {
    const gateway = start();

    const { upstream } = await converse(() => gateway, ["How many?", "And now?"], { body, reminder: "Be quick." });

    const sent = upstream.bodies.map(({ messages }) => JSON.stringify(messages).slice(0, -1));
    expect(sent).toHaveLength(4);
    for (const [index, before] of sent.slice(0, -1).entries()) expect(sent[index + 1]?.startsWith(before)).toBe(true);
    expect(upstream.bodies[1]?.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see." },
          { type: "tool_use", id: "toolu_1", name: "code_execution", input: { code: program } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: "order 1+order 2+order 3" },
          { type: "text", text: "Be quick." },
          { type: "text", text: "Be quick." },
        ],
      },
    ]);
  });

  it("whose hidden part is lost count as calls of the model", async () => {
    const { upstream, replies } = await converse(start, ["How many?"], { body });

    expect(replies).toHaveLength(2);
    expect(upstream.bodies[1]?.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see." },
          { type: "tool_use", id: "toolu_1_1", name: "get_order", input: { id: 1 } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1_1", content: "order 1" }] },
    ]);
  });

  it("that have expired count as calls of the model, and the trace says so", async () => {
    const gateway = start();
    const late: AnswerRequest = (request) => {
      time += 2 * 60 * 60_000;
      return gateway(request);
    };

    const { replies, upstream } = await converse(() => late, ["How many?", "And now?"], { body });

    expect(replies[1]?.trace.warnings).toContain(
      "A program of this conversation was lost; its calls count as the model's own.",
    );
    expect(replies[1]?.message.stop_reason).toBe("end_turn");
    const [, , second, third] = upstream.bodies.map(({ messages }) => JSON.stringify(messages));
    expect(third?.startsWith(second?.slice(0, -1) ?? "")).toBe(true);
  });
});

it("do not count the prompts of hidden rounds", async () => {
  const gateway = start();
  const upstream = scriptedModel((_body, number) =>
    number === 1
      ? {
          calls: [{ name: "code_execution", input: { code: "return 1;" } }],
          usage: { input_tokens: 1000, output_tokens: 5 },
        }
      : { text: "One.", usage: { input_tokens: 1100, output_tokens: 7 } },
  );
  const question = {
    model: "m",
    max_tokens: 100,
    tools,
    messages: [{ role: "user", content: "One?" }],
  } as MessagesBody;

  const { message } = await ask(gateway, { body: question, upstream, route: { injectPrograms: true } });

  expect(message.content).toEqual([{ type: "text", text: "One." }]);
  expect(message.usage).toMatchObject({ input_tokens: 1100, output_tokens: 12 });
  expect(message.usage).not.toHaveProperty("server_tool_use");
});

it("work for clients of other dialects, and beside injected search", async () => {
  const gateway = start();

  const { upstream, replies } = await converse(() => gateway, ["How many?"], {
    dialect: "openai-chat",
    route: { inject: "always", loader: "bridge" },
  });

  expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toContain("code_execution");
  expect(replies.at(-1)?.message.content).toEqual([{ type: "text", text: 'It is "order 1+order 2+order 3".' }]);
});

it.each<[string, Partial<MessagesBody>, Partial<Route>]>([
  ["by default", {}, { injectPrograms: false }],
  ["on routes without programs", {}, { programs: "direct" }],
  [
    "for clients that know about programs",
    { tools: [{ type: "code_execution_20260120", name: "code_execution" }, ...tools] },
    {},
  ],
  ["for clients with a tool of that name", { tools: [{ name: "code_execution", input_schema: schema }] }, {}],
  ["without tools that programs may call", { tools: tools.map((tool) => ({ ...tool, strict: true })) as never }, {}],
  [
    "if the client wants one call at a time",
    { tool_choice: { type: "auto", disable_parallel_tool_use: true } as never },
    {},
  ],
])("are not offered %s", async (_case, body, route) => {
  const upstream = scriptedModel(() => ({ text: "Hello." }));
  const question = {
    model: "m",
    max_tokens: 100,
    tools,
    messages: [{ role: "user", content: "Hi." }],
    ...body,
  } as MessagesBody;

  await ask(start(), { body: question, upstream, route: { injectPrograms: true, ...route } });

  const [{ tools: sent = [] } = {}] = upstream.bodies;
  expect(sent).toEqual(question.tools);
});
