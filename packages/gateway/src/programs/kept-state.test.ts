import type { ContentBlock, Message } from "@toolcrib/core";
import type { Store } from "@toolcrib/store";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { AnswerMessage, MessagesBody } from "../contracts/inner-form.ts";
import { HiddenTurns } from "../memory/hidden-turns.ts";
import { SharedTurns } from "../memory/shared-turns.ts";
import { ask, type Question } from "../testing/answering/ask.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createJsonStore, withSlowChanges } from "../testing/json-store.ts";
import { containerOf, question, resumed } from "../testing/programs/order-programs.ts";
import { createPatientSandboxes } from "../testing/programs/patient-sandboxes.ts";
import { createProgramRuntimes, type ProgramRuntimesOptions } from "./open-runtime.ts";
import { withPrograms } from "./with-programs.ts";

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});
let time = 0;
const useKey = (byte: number) => {
  process.env["TOOLCRIB_PROGRAM_KEYS"] = Buffer.alloc(32, byte).toString("base64");
};
beforeEach(() => {
  time = Date.parse("2026-11-17T12:00:00Z");
  useKey(7);
});
afterEach(() => {
  delete process.env["TOOLCRIB_PROGRAM_KEYS"];
});

/** A process of its own, with a store that it may share with others. Programs have time, also on a busy machine. */
function startProcess(store?: Store) {
  const sandboxes = createPatientSandboxes();
  closers.push(...sandboxes.map((sandbox) => () => sandbox.close()));
  return startProcessWith({ store, sandboxes });
}

function startProcessWith({
  store = createJsonStore(),
  sandboxes,
}: Pick<ProgramRuntimesOptions, "store" | "sandboxes">) {
  const runtimes = createProgramRuntimes({ store, sandboxes, now: () => time, reportProblem: () => {} });
  // What an answer leaves is found elsewhere as soon as the client has the answer.
  const shared = new SharedTurns(withSlowChanges(store), () => {});
  closers.push(() => runtimes.close());
  const hidden = new HiddenTurns(shared);
  const answer = withPrograms(createAnswerRequest(), { openRuntime: runtimes.open, hidden });
  return (asked: Question) => ask(answer, asked);
}

/** Writes a program for each question, with an id of its own, and answers after its result. */
const writesEach = (...programs: readonly string[]): ModelScript => {
  const left = programs.map((code, index) => ({ id: `toolu_${index + 1}`, name: "code_execution", input: { code } }));
  return ({ messages }) => {
    const last = messages.at(-1)?.content;
    const isAnswered = Array.isArray(last) && last.some(({ type }) => type === "tool_result");
    const call = isAnswered ? undefined : left.shift();
    return call === undefined ? { text: "Done." } : { calls: [call] };
  };
};

/** The request after an answer: another question in the same conversation, with the container unless another is given. */
function next(asked: MessagesBody, { content, ...message }: AnswerMessage, container?: string | null): MessagesBody {
  const messages: Message[] = [
    ...asked.messages,
    { role: "assistant", content },
    { role: "user", content: "And now?" },
  ];
  const { container: _earlier, ...rest } = asked;
  const named = container === undefined ? containerOf({ content, ...message } as AnswerMessage) : container;
  return { ...rest, messages, ...(named !== null && { container: named }) } as MessagesBody;
}

function resultOf({ content }: AnswerMessage): unknown {
  return (content.findLast(({ type }) => type === "code_execution_tool_result") as { readonly content?: unknown })
    ?.content;
}

const sixty = 60 * 60_000;

describe.each([
  { language: "javascript" as const, sets: "let total = 41;", counts: "total += 1; return total;" },
  { language: "python" as const, sets: "total = 41", counts: "total += 1\nreturn total" },
])("what programs in $language leave", { timeout: 120_000 }, ({ language, sets, counts }) => {
  const route = { programs: language };

  it("W-M35 is there for the next request that names the container, in any process", async () => {
    const store = createJsonStore();
    const upstream = scriptedModel(writesEach(sets, counts, counts));
    const first = await startProcess(store)({ body: question, upstream, route });
    const second = next(question, first.message);
    const { message } = await startProcess()({ body: second, upstream, route });
    expect(resultOf(message)).toMatchObject({ stdout: "42\n", stderr: "", return_code: 0 });

    const third = await startProcess()({ body: next(second, message), upstream, route });
    expect(resultOf(third.message)).toMatchObject({ stdout: "43\n", stderr: "", return_code: 0 });
    const descriptions = new Set(upstream.bodies.map(({ tools }) => tools?.[0]?.description));
    expect(descriptions.size).toBe(1);
    expect([...descriptions][0]).toContain("stay for later programs");
  });

  it("is there for the next program of the same answer", async () => {
    const programs = [sets, counts];
    const upstream = scriptedModel((_body, number) => {
      const code = programs[number - 1];
      return code === undefined
        ? { text: "Done." }
        : { calls: [{ id: `toolu_${number}`, name: "code_execution", input: { code } }] };
    });
    const { message } = await startProcess()({ body: question, upstream, route });

    expect(resultOf(message)).toMatchObject({ stdout: "42\n", return_code: 0 });
  });

  it("is found for clients that do not name the container, or name an older one", async () => {
    const store = createJsonStore();
    const upstream = scriptedModel(writesEach(sets, counts, counts));
    const first = await startProcess(store)({ body: question, upstream, route });
    const second = next(question, first.message, null);
    const { message } = await startProcess(store)({ body: second, upstream, route });
    expect(resultOf(message)).toMatchObject({ stdout: "42\n", stderr: "" });

    const third = next(second, message, containerOf(first.message));
    const last = await startProcess(store)({ body: third, upstream, route });
    expect(resultOf(last.message)).toMatchObject({ stdout: "43\n", stderr: "" });
  });

  it("is found without the container after the request that ended a program was repeated", async () => {
    const call =
      language === "python" ? `total = int(await get_order(id=1))` : `let total = +(await tools.get_order());`;
    const upstream = scriptedModel(writesEach(call, counts));
    const asking = startProcess();
    const first = await asking({ body: question, upstream, route });
    const { container: _container, ...rest } = resumed(question, first.message, () => "41");
    const answered = rest as MessagesBody;
    await asking({ body: answered, upstream, route });
    const repeated = await asking({ body: answered, upstream, route });
    const { message } = await asking({ body: next(answered, repeated.message, null), upstream, route });

    expect(resultOf(message)).toMatchObject({ stdout: "42\n", stderr: "" });
  });

  it("includes what a program that waited for the client did", async () => {
    const call =
      language === "python"
        ? `total = int(await get_order(id=1))`
        : `let total = Number(await tools.get_order({ id: 1 }));`;
    const upstream = scriptedModel(writesEach(call, counts));
    const asking = startProcess();
    const first = await asking({ body: question, upstream, route });
    const answered = resumed(question, first.message, () => "41");
    const second = await startProcess()({ body: answered, upstream, route });
    const { message } = await startProcess()({ body: next(answered, second.message), upstream, route });

    expect(resultOf(message)).toMatchObject({ stdout: "42\n", stderr: "" });
  });
});

describe("what programs leave", () => {
  const sets = "let total = 41;";
  const counts = "total += 1; return total;";

  async function afterFirst(programs: readonly string[] = [sets, counts, counts], store?: Store) {
    const upstream = scriptedModel(writesEach(...programs));
    const asking = startProcess(store);
    const { message } = await asking({ body: question, upstream });
    return { upstream, asking, message, container: containerOf(message) ?? "", body: next(question, message) };
  }

  it("starts anew in a conversation that names no container and has no programs", async () => {
    const { upstream, asking } = await afterFirst();
    const { message } = await asking({ body: question, upstream });

    expect(resultOf(message)).toMatchObject({ return_code: 1 });
    expect((resultOf(message) as { stderr: string }).stderr).toMatch(/^ReferenceError: total is not defined/);
  });

  it("is given to a new conversation that names the container", async () => {
    const { upstream, asking, container } = await afterFirst();
    const { message } = await asking({ body: { ...question, container } as MessagesBody, upstream });

    expect(resultOf(message)).toMatchObject({ stdout: "42\n", stderr: "" });
  });

  it("is a copy for each of two requests at the same time, and each answer has its own container", async () => {
    const { upstream, asking, body } = await afterFirst([sets, counts, "total += 100; return total;", counts, counts]);
    const both = await Promise.all([asking({ body, upstream }), asking({ body, upstream })]);
    expect(both.map(({ message }) => (resultOf(message) as { stdout: string }).stdout).sort()).toEqual([
      "141\n",
      "42\n",
    ]);

    const later = await Promise.all(both.map(({ message }) => asking({ body: next(body, message), upstream })));
    expect(later.map(({ message }) => (resultOf(message) as { stdout: string }).stdout).sort()).toEqual([
      "142\n",
      "43\n",
    ]);
  });

  const changed = (id: string, place: number) =>
    `${id.slice(0, place)}${id[place] === "A" ? "B" : "A"}${id.slice(place + 1)}`;

  it.each<[string, (body: MessagesBody, container: string) => Partial<Question>]>([
    ["another caller's", (body) => ({ body, credentials: { apiKey: "sk-other" } })],
    [
      "modified at its end",
      (body, id) => ({ body: { ...body, container: changed(id, id.length - 5) } as MessagesBody }),
    ],
    ["modified in its middle", (body, id) => ({ body: { ...body, container: changed(id, 200) } as MessagesBody })],
    ["modified in its time", (body, id) => ({ body: { ...body, container: changed(id, 22) } as MessagesBody })],
    ["truncated", (body, id) => ({ body: { ...body, container: id.slice(0, -40) } as MessagesBody })],
  ])("is rejected before the model is asked if the container is %s", async (_which, change) => {
    const { upstream, asking, body, container } = await afterFirst();
    const asked = { body, upstream, ...change(body, container) };

    await expect(asking(asked)).rejects.toThrow(/not accepted: it was modified, or belongs to another caller or key/);
    expect(upstream.bodies).toHaveLength(2);
  });

  it("is not another caller's if it is in the store", async () => {
    const store = createJsonStore();
    const holds = `const secret = Array.from({ length: 20_000 }, () => Math.random());`;
    const { upstream, container, body } = await afterFirst(
      [holds, "return secret.length;", "return secret.length;"],
      store,
    );
    expect(container).toMatch(/^container_k\w{32}$/);

    const other = await startProcess(store)({ body, upstream, credentials: { apiKey: "sk-other" } });
    expect(resultOf(other.message)).toMatchObject({ stdout: "", return_code: 1 });
    const own = await startProcess(store)({ body, upstream });
    expect(resultOf(own.message)).toMatchObject({ stdout: "20000\n", stderr: "" });
  });

  it.each<[string, () => void, RegExp]>([
    ["expired", () => (time += sixty), /^Variables of earlier programs are gone: their container expired\.\n/],
    [
      "was made with a lost key",
      () => useKey(8),
      /^Variables of earlier programs are gone: their container was made with another key\.\n/,
    ],
  ])("starts anew if the container %s, and the program's result says so", async (_what, happens, told) => {
    const { upstream, body } = await afterFirst();
    happens();
    const { message } = await startProcess()({ body, upstream });

    expect((resultOf(message) as { stderr: string }).stderr).toMatch(told);
    const after = await startProcess()({ body: next(body, message), upstream });
    expect((resultOf(after.message) as { stderr: string }).stderr).toMatch(/^ReferenceError/);
  });

  it("starts anew if another engine made it", async () => {
    const { upstream, body } = await afterFirst([sets, "return 1"]);
    const { message } = await startProcess()({ body, upstream, route: { programs: "python" } });

    expect(resultOf(message)).toMatchObject({
      stdout: "1\n",
      stderr: "Variables of earlier programs are gone: another version of the gateway ran these programs.\n",
    });
  });

  it("says in the result of a program that waited that it started anew", async () => {
    const { upstream, body } = await afterFirst([sets, "return await tools.get_order();"]);
    time += sixty;
    const asking = startProcess();
    const { message } = await asking({ body, upstream });
    const end = await asking({ body: resumed(body, message), upstream });

    expect(resultOf(end.message)).toMatchObject({
      stdout: "x\n",
      stderr: "Variables of earlier programs are gone: their container expired.\n",
    });
  });

  it("is kept by answers without programs, for as long as the conversation goes on", async () => {
    const { upstream, asking, message, body } = await afterFirst([sets]);
    const quiet = scriptedModel(() => ({ text: "Hello." }));
    let asked = body;
    let answer = message;
    for (let turn = 0; turn < 4; turn++) {
      time += sixty * 0.7;
      answer = (await asking({ body: asked, upstream: quiet })).message;
      asked = next(asked, answer);
    }
    expect(containerOf(answer)).not.toBe(containerOf(message));
    const last = await asking({ body: asked, upstream: scriptedModel(writesEach(counts)) });
    expect(resultOf(last.message)).toMatchObject({ stdout: "42\n", stderr: "" });
    expect(upstream.bodies).toHaveLength(2);
  });

  it("stays what it was if a program is ended by its limits, and after a failure is what ran before it", async () => {
    const upstream = scriptedModel(
      writesEach(sets, "total = 0; for (;;);", counts, "total = 1; throw new Error('no');", counts),
    );
    const asking = startProcessWith({});
    let body = question;
    const results: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const { message } = await asking({ body, upstream });
      results.push(resultOf(message));
      body = next(body, message);
    }
    expect(results).toMatchObject([{}, { error_code: "execution_time_exceeded" }, { stdout: "42\n" }]);
    for (let turn = 0; turn < 2; turn++) {
      const { message } = await asking({ body, upstream });
      results.push(resultOf(message));
      body = next(body, message);
    }
    expect(results.slice(3)).toMatchObject([{ return_code: 1 }, { stdout: "2\n" }]);
  }, 60_000);

  it("starts anew after a program that breaks its interpreter, and the next result says so", async () => {
    const breaks = `import builtins\nbuiltins.compile = builtins.exec = None`;
    const upstream = scriptedModel(writesEach("total = 41", breaks, "return total", "print(1)", "print(2)"));
    const asking = startProcess();
    let body = question;
    const results: unknown[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const { message } = await asking({ body, upstream, route: { programs: "python" } });
      results.push(resultOf(message));
      body = next(body, message);
    }
    expect(results).toMatchObject([
      { return_code: 0 },
      { return_code: 0 },
      { error_code: "unavailable" },
      { stdout: "1\n", stderr: "Variables of earlier programs are gone: the interpreter failed.\n" },
      { stdout: "2\n", stderr: "" },
    ]);
  }, 120_000);

  it("is not kept if it is too large, and the next result says so", async () => {
    const holds = `const held = []; for (let i = 0; i < 1_200_000; i++) held.push(Math.random()); return held.length;`;
    const { upstream, asking, message, body } = await afterFirst([holds, "return typeof held;"]);
    expect(resultOf(message)).toMatchObject({
      stdout: "1200000\n",
      stderr: expect.stringMatching(/^Variables are not kept for later programs: they /),
      return_code: 0,
    });

    const after = await asking({ body, upstream });
    expect(resultOf(after.message)).toMatchObject({ stdout: "undefined\n", stderr: "" });
  }, 60_000);

  it("is not kept if a program that is ended left too much, and the next result says so", async () => {
    const fills = `const held = []; for (let n = 0; n < 31; n++) held.push("x".repeat(2 ** 20) + n); await tools.get_order(); for (;;);`;
    const upstream = scriptedModel(writesEach(fills, "return typeof held;"));
    const asking = startProcessWith({});
    const first = await asking({ body: question, upstream });
    const answered = resumed(question, first.message);
    const { message } = await asking({ body: answered, upstream });
    expect(resultOf(message)).toMatchObject({ error_code: "execution_time_exceeded" });

    const after = await asking({ body: next(answered, message), upstream });
    expect(resultOf(after.message)).toMatchObject({
      stdout: "undefined\n",
      stderr: "Variables of earlier programs are gone: they leave too little memory.\n",
    });
  }, 60_000);

  it("starts anew after a program that could not go on, and the next result says so", async () => {
    const upstream = scriptedModel(writesEach(sets, "await tools.get_order();", "return typeof total;"));
    const asking = startProcess();
    const first = await asking({ body: question, upstream });
    const second = next(question, first.message);
    const waiting = await asking({ body: second, upstream });
    const answered = resumed(second, waiting.message);
    // The gateway was updated meanwhile, or its config changed.
    const { message } = await asking({ body: answered, upstream, route: { programs: "python" } });
    expect(resultOf(message)).toMatchObject({ error_code: "unavailable" });

    const after = await asking({ body: next(answered, message), upstream });
    expect(resultOf(after.message)).toMatchObject({
      stdout: "undefined\n",
      stderr: "Variables of earlier programs are gone: the program that waited could not go on.\n",
    });
  }, 60_000);

  it("does not exist for clients of other APIs, nor for those that know nothing about programs", async () => {
    const upstream = scriptedModel(writesEach(sets, counts));
    const { message } = await startProcess()({ body: question, upstream, dialect: "openai-responses" });

    expect(message["container"]).toBeNull();
    expect(upstream.bodies[0]?.tools?.[0]?.description).not.toContain("stay for later programs");
  });

  it.each([
    ["as its id", (id: string) => id],
    ["as an object", (id: string) => ({ id, skills: null })],
  ])("may be named %s in a request without programs, and no upstream gets it", async (_how, named) => {
    const { asking, body, message } = await afterFirst([sets]);
    const plain = { ...body, tools: [], container: named(containerOf(message) ?? "") } as unknown as MessagesBody;
    const upstream = scriptedModel(() => ({ text: "Done." }));
    await asking({ body: plain, upstream });

    expect(upstream.bodies).toHaveLength(1);
    expect(upstream.bodies[0]).not.toHaveProperty("container");
  });

  it("ignores containers of other APIs", async () => {
    const upstream = scriptedModel(writesEach("return 1;"));
    const body = { ...question, container: "container_011CPR5CNjB747bTd36fQLFk" } as MessagesBody;

    expect(resultOf((await startProcess()({ body, upstream })).message)).toMatchObject({ stdout: "1\n", stderr: "" });
  });

  it("follows a program that was refused, because one runs per answer", async () => {
    const input = (code: string) => ({ code });
    const two: ModelScript = (_body, number) =>
      number === 1
        ? {
            calls: [
              { id: "toolu_1", name: "code_execution", input: input(sets) },
              { id: "toolu_2", name: "code_execution", input: input(counts) },
            ],
          }
        : { text: "Done." };
    const asking = startProcess();
    const { message } = await asking({ body: question, upstream: scriptedModel(two) });
    const after = await asking({
      body: next(question, message),
      upstream: scriptedModel(writesEach(counts)),
    });

    expect(
      (message.content as ContentBlock[]).filter(({ type }) => type === "code_execution_tool_result"),
    ).toHaveLength(2);
    expect(resultOf(after.message)).toMatchObject({ stdout: "42\n", stderr: "" });
  });
});
