import type { ContentBlock, Message } from "@toolcrib/core";
import { afterEach, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { HiddenTurns } from "../memory/hidden-turns.ts";
import { SharedTurns } from "../memory/shared-turns.ts";
import { ask, type Question } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createJsonStore, withSlowChanges } from "../testing/json-store.ts";
import { containerOf, question, resumed, twoOrders, writes } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { createProgramRuntimes } from "./open-runtime.ts";
import { withPrograms } from "./with-programs.ts";

const { open: openRuntime } = useRuntimes();
const answerRequest = withPrograms(createAnswerRequest(), { openRuntime });

afterEach(() => {
  delete process.env["TOOLCRIB_PROGRAM_KEYS"];
});

/** A program that waits, and the request with its results. */
async function waiting(code = twoOrders) {
  const upstream = scriptedModel(writes(code));
  const { message } = await ask(answerRequest, { body: question, upstream });
  const body = resumed(question, message);
  const { container: _container, ...forgetful } = body;
  return { upstream, message, body, forgetful: forgetful as MessagesBody, container: containerOf(message) ?? "" };
}

describe("a program that waits", () => {
  /** Answers a request in a process of its own, which shares a store with others. */
  async function answerIn(byte: number, given: Question, store = createJsonStore()) {
    process.env["TOOLCRIB_PROGRAM_KEYS"] = Buffer.alloc(32, byte).toString("base64");
    const runtimes = createProgramRuntimes({ store, now: Date.now, reportProblem: () => {} });
    // Another process finds it as soon as the client has the answer.
    const shared = new SharedTurns(withSlowChanges(store), () => {});
    const options = { openRuntime: runtimes.open, hidden: new HiddenTurns(shared) };
    try {
      return (await ask(withPrograms(createAnswerRequest(), options), given)).message;
    } finally {
      await runtimes.close();
    }
  }

  it("goes on in another process with the same key, and in no other", async () => {
    const upstream = scriptedModel(writes(twoOrders));
    const body = resumed(question, await answerIn(5, { body: question, upstream }));

    expect((await answerIn(5, { body, upstream })).content[0]).toMatchObject({ content: { stdout: "x+x\n" } });
    await expect(answerIn(6, { body, upstream })).rejects.toThrow(/modified, or belongs to another/);
  });

  it("is found if the client forgot the container, also more than once", async () => {
    const upstream = scriptedModel(
      writes(`const first = await tools.get_order({ id: 1 }); return [first, await tools.get_order({ id: 2 })];`),
    );
    const first = await ask(answerRequest, { body: question, upstream });
    const { container: _first, ...again } = resumed(question, first.message);
    const second = await ask(answerRequest, { body: again as MessagesBody, upstream });
    const { container: _second, ...last } = resumed(again as MessagesBody, second.message);

    expect((await ask(answerRequest, { body: last as MessagesBody, upstream })).message.content[0]).toMatchObject({
      content: { stdout: '["x","x"]\n' },
    });
  });

  /** Waits once more after its first call, for a call with its result. */
  const oneByOne = `const first = await tools.get_order({ id: 1 }); return [first, await tools.get_order({ id: 2 })];`;
  const withoutContainer = ({ container: _container, ...body }: MessagesBody) => body as MessagesBody;

  it("is found without the container after a request was repeated, in any process", async () => {
    const store = createJsonStore();
    const upstream = scriptedModel(writes(oneByOne));
    const startProcess = () => {
      const hidden = new HiddenTurns(new SharedTurns(store, () => {}));
      const answer = withPrograms(createAnswerRequest(), { openRuntime, hidden });
      return async (body: MessagesBody) => (await ask(answer, { body, upstream })).message;
    };
    const processes = [startProcess(), startProcess()] as const;
    const body = withoutContainer(resumed(question, await processes[0](question)));
    await processes[0](body);
    await processes[0](body);
    const last = withoutContainer(resumed(body, await processes[1](body)));

    for (const asking of [...processes, startProcess()]) {
      expect((await asking(last)).content[0]).toMatchObject({ content: { stdout: '["x","x"]\n' } });
    }
  });

  it("is not found without the container if the conversation was continued in two ways", async () => {
    const { upstream, forgetful, message } = await waiting(oneByOne);
    const second = await ask(answerRequest, { body: forgetful, upstream });
    const other = withoutContainer(resumed(question, message, () => "y"));
    await ask(answerRequest, { body: other, upstream });
    const last = withoutContainer(resumed(forgetful, second.message));

    await expect(ask(answerRequest, { body: last, upstream })).rejects.toThrow(/container_id is required/);
  });

  it("is found by another process with the same store if the client forgot the container", async () => {
    const store = createJsonStore();
    const upstream = scriptedModel(writes(twoOrders));
    const { container: _container, ...rest } = resumed(
      question,
      await answerIn(5, { body: question, upstream }, store),
    );
    const body = rest as MessagesBody;

    expect((await answerIn(5, { body, upstream }, store)).content[0]).toMatchObject({ content: { stdout: "x+x\n" } });
    const others = { body, upstream, credentials: { apiKey: "other" } };
    await expect(answerIn(5, others, store)).rejects.toThrow(/container_id is required/);
  });

  it("is not mistaken for one of another conversation whose model gave its calls the same ids", async () => {
    const { upstream } = await waiting(`const secret = "of one"; await tools.get_order({ id: 1 }); return secret;`);
    const { forgetful } = await waiting(`const secret = "of two"; await tools.get_order({ id: 1 }); return secret;`);
    const answered = await ask(answerRequest, { body: forgetful, upstream });

    expect(answered.message.content[0]).toMatchObject({ content: { stdout: "of two\n" } });
    const messages = [{ role: "user", content: "How many, really?" } as Message, ...forgetful.messages.slice(1)];
    await expect(ask(answerRequest, { body: { ...forgetful, messages }, upstream })).rejects.toThrow(
      /container_id is required/,
    );
  });

  it("starts again from the same place when the request is sent twice", async () => {
    const { upstream, body } = await waiting();
    const twice = await Promise.all([1, 2].map(() => ask(answerRequest, { body, upstream })));

    expect(twice.map(({ message }) => message.content[0])).toMatchObject(
      [1, 2].map(() => ({ content: { stdout: "x+x\n" } })),
    );
  });

  const modified = (container: string, place: number) =>
    `${container.slice(0, place)}${container[place] === "A" ? "B" : "A"}${container.slice(place + 1)}`;
  const text = { type: "text", text: "x" } as ContentBlock;
  const image = {
    type: "tool_result",
    tool_use_id: "toolu_a_1",
    content: [{ type: "image" }],
  } as never as ContentBlock;
  const withResults = (body: MessagesBody, change: (results: readonly ContentBlock[]) => readonly ContentBlock[]) => ({
    body: {
      ...body,
      messages: [
        ...body.messages.slice(0, -1),
        { role: "user", content: change(body.messages.at(-1)?.content as readonly ContentBlock[]) } as Message,
      ],
    },
  });

  it.each<[string, (given: Awaited<ReturnType<typeof waiting>>) => Partial<Question>, RegExp]>([
    [
      "of another caller",
      ({ body }) => ({ body, credentials: { apiKey: "other" } }),
      /modified, or belongs to another/,
    ],
    [
      "that was modified",
      ({ body, container }) => ({ body: { ...body, container: modified(container, 200) } }),
      /modified, or belongs to another/,
    ],
    [
      "that was cut off",
      ({ body, container }) => ({ body: { ...body, container: container.slice(0, -40) } }),
      /modified, or belongs to another/,
    ],
    [
      "of which nothing is left",
      ({ body }) => ({ body: { ...body, container: "container_s" } }),
      /modified, or belongs to another/,
    ],
    [
      "whose container nobody knows",
      ({ forgetful }) => ({ body: forgetful, credentials: { apiKey: "other" } }),
      /container_id is required/,
    ],
    [
      "with the container of another API",
      ({ body }) => ({ body: { ...body, container: "container_01abc" }, credentials: { apiKey: "other" } }),
      /it was not found/,
    ],
    [
      "without all results",
      ({ body }) => withResults(body, (results) => results.slice(1)),
      /`tool_use` ids were found without `tool_result` blocks/,
    ],
    [
      "with something else than results",
      ({ body }) => withResults(body, (results) => [...results, text]),
      /without a corresponding `code_execution_tool_result` block/,
    ],
    [
      "with results that are not text",
      ({ body }) => withResults(body, ([, second]) => [image, second as ContentBlock]),
      /text only, got image/,
    ],
    ...[5, { a: 1 }, [null], [{ type: "x".repeat(1e6) }]].map(
      (content) =>
        [
          `with a result like ${JSON.stringify(content).slice(0, 20)}`,
          ({ body }: { body: MessagesBody }) =>
            withResults(body, (results) => results.map((result) => ({ ...result, content }) as never)),
          /^.{0,400}text only, got .{0,150}$/s,
        ] as [string, (given: Awaited<ReturnType<typeof waiting>>) => Partial<Question>, RegExp],
    ),
  ])("is rejected if it is one %s", async (_what, change, message) => {
    const given = await waiting();
    await expect(ask(answerRequest, { body: given.body, upstream: given.upstream, ...change(given) })).rejects.toThrow(
      message,
    );
  });

  it("does not take the state of another program of the same caller", async () => {
    const other = scriptedModel((_body, number) => ({
      calls: [{ id: `toolu_other_${number}`, name: "code_execution", input: { code: twoOrders } }],
    }));
    const swapped = containerOf((await ask(answerRequest, { body: question, upstream: other })).message);
    const { body, upstream } = await waiting();

    // A process that does not know which container belongs to the conversation.
    const forgetting = withPrograms(createAnswerRequest(), { openRuntime });

    await expect(ask(forgetting, { body: { ...body, container: swapped as never }, upstream })).rejects.toThrow(
      /belongs to another program/,
    );
  });
});
