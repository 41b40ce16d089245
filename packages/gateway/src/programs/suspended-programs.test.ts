import type { Store } from "@toolcrib/store";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { ToolsetServers } from "../contracts/toolset.ts";
import { ask, type Question } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createJsonStore } from "../testing/json-store.ts";
import {
  containerOf,
  programEntry,
  programsOnly,
  question,
  resumed,
  writes,
} from "../testing/programs/order-programs.ts";
import { createManualTimers } from "../testing/settings/manual-timers.ts";
import { createProgramRuntimes } from "./open-runtime.ts";
import { type ProgramsOptions, withPrograms } from "./with-programs.ts";

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});
let time = 0;
beforeEach(() => {
  time = Date.parse("2026-11-17T12:00:00Z");
  process.env["TOOLCRIB_PROGRAM_KEYS"] = Buffer.alloc(32, 7).toString("base64");
});
afterEach(() => {
  delete process.env["TOOLCRIB_PROGRAM_KEYS"];
});

/** A process of its own with a store that it may share with others. */
function startProcess(store: Store = createJsonStore(), options: Partial<ProgramsOptions> = {}) {
  const problems: string[] = [];
  const runtimes = createProgramRuntimes({
    store,
    now: () => time,
    reportProblem: (problem) => problems.push(problem),
  });
  closers.push(() => runtimes.close());
  const { toolsetServers } = options;
  const answer = withPrograms(createAnswerRequest({ toolsetServers }), { openRuntime: runtimes.open, ...options });
  return { problems, ask: (asked: Question) => ask(answer, asked) };
}

describe("a program with much data", () => {
  // Random digits cannot be compressed into an id.
  const code = `const data = Array.from({ length: 20_000 }, () => Math.random()); const before = data.length; await tools.get_order(); return before === data.length;`;

  it("is kept in the store, so that another process goes on with it after a restart", async () => {
    const store = createJsonStore();
    const upstream = scriptedModel(writes(code));
    const { message } = await startProcess(store).ask({ body: question, upstream });
    const container = containerOf(message);
    expect(container).toMatch(/^container_k\w{32}$/);
    expect([...store.texts.keys()].filter((key) => key.includes(`"${container}"`))).toHaveLength(1);

    const { message: end } = await startProcess(store).ask({ body: resumed(question, message), upstream });
    expect(end.content[0]).toMatchObject({ content: { stdout: "true\n" } });
  });

  it.each<[string, Partial<Question>, number, RegExp]>([
    ["of another caller", { credentials: { apiKey: "sk-other" } }, 0, /it was not found/],
    ["that expired", {}, 60 * 60_000, /expired at 2026-11-17T13:00:00/],
  ])("is not continued if it is one %s", async (_which, changes, milliseconds, message) => {
    const store = createJsonStore();
    const upstream = scriptedModel(writes(code));
    const { message: asked } = await startProcess(store).ask({ body: question, upstream });
    time += milliseconds;

    await expect(startProcess(store).ask({ body: resumed(question, asked), upstream, ...changes })).rejects.toThrow(
      message,
    );
  });

  it("is not continued if somebody changed it in the store", async () => {
    const store = createJsonStore();
    const upstream = scriptedModel(writes(code));
    const { message } = await startProcess(store).ask({ body: question, upstream });
    for (const [key, text] of store.texts)
      store.texts.set(
        key,
        text.replace(/(.{500})(.)/, (_, head) => `${head}#`),
      );

    await expect(startProcess(store).ask({ body: resumed(question, message), upstream })).rejects.toThrow(/modified/);
  });

  it("continues in the same process if the store fails, and reports the problem to the operator", async () => {
    const down = () => Promise.reject(new Error("down"));
    const store = { ...createJsonStore(), set: down, get: down };
    const upstream = scriptedModel(writes(code));
    const { ask: asking, problems } = startProcess(store);
    const { message } = await asking({ body: question, upstream });

    expect(problems).toEqual(["The store did not keep a suspended program: only this process can continue it."]);
    const { message: end } = await asking({ body: resumed(question, message), upstream });
    expect(end.content[0]).toMatchObject({ content: { stdout: "true\n" } });
    const elsewhere = startProcess(store).ask({ body: resumed(question, message), upstream });
    await expect(elsewhere).rejects.toThrow(/cannot read or change what it has stored/);
  });
});

describe("a program with megabytes of data, without a store", () => {
  it("waits and leaves its state in the memory of the process", async () => {
    const held = `const held = Array.from({ length: 150_000 }, () => Math.random()); await tools.get_order();`;
    const runtimes = createProgramRuntimes({ now: () => time, reportProblem: () => {} });
    closers.push(() => runtimes.close());
    const answer = withPrograms(createAnswerRequest(), { openRuntime: runtimes.open });
    const { message } = await ask(answer, { body: question, upstream: scriptedModel(writes(held)) });
    const body = resumed(question, message);
    const { message: end } = await ask(answer, { body, upstream: scriptedModel(() => ({ text: "Done." })) });
    expect(containerOf(message)).toMatch(/^container_k/);
    expect(end.content[0]).toMatchObject({ content: { return_code: 0, stderr: "" } });

    const later = { ...question, container: containerOf(end) } as MessagesBody;
    const asked = { body: later, upstream: scriptedModel(writes(`return held.length;`)) };
    expect((await ask(answer, asked)).message.content).toContainEqual(
      expect.objectContaining({ content: expect.objectContaining({ stdout: "150000\n" }) }),
    );
    await expect(ask(answer, { ...asked, credentials: { apiKey: "sk-other" } })).rejects.toThrow(/belongs to another/);
  }, 60_000);
});

describe("the time of a program", () => {
  it.each([
    ["catch it", `return await tools.get_order().catch(({ message }) => message);`, "stdout"],
    ["end by it without a failure", `return await tools.get_order();`, "stderr"],
  ])("gets no result after 270 seconds: programs can %s", async (_what, code, stream) => {
    const upstream = scriptedModel(writes(code));
    const { ask: asking } = startProcess();
    const { message } = await asking({ body: question, upstream });
    time += 271_000;
    const { message: end } = await asking({ body: resumed(question, message), upstream });

    const text = "TimeoutError: Calling tool ['get_order'] timed out (no response after 270s).";
    expect(end.content[0]).toMatchObject({ content: { [stream]: expect.stringContaining(text), return_code: 0 } });
  });

  it("goes on where the clock is behind the one that suspended it", async () => {
    const upstream = scriptedModel(writes(`return await tools.get_order();`));
    const { ask: asking } = startProcess();
    const { message } = await asking({ body: question, upstream });
    time -= 10 * 60_000;
    const { message: end } = await asking({ body: resumed(question, message), upstream });

    expect(end.content[0]).toMatchObject({ content: { stdout: "x\n" } });
  });

  const hanging = (onCall = () => {}) => {
    const ended: unknown[] = [];
    const servers: ToolsetServers = {
      specificationVersion: "v1",
      open: async () => ({
        listTools: async () => [{ name: "wait", inputSchema: { type: "object" } }],
        callTool: async (_name, _input, signal) => {
          const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
          onCall();
          await aborted;
          ended.push("ended");
          throw signal.reason;
        },
      }),
      close: async () => {},
    };
    const toolset = { type: "mcp_toolset", mcp_server_name: "slow", default_config: programsOnly };
    const body = {
      ...question,
      tools: [programEntry, toolset],
      mcp_servers: [{ name: "slow" }],
    } as never as MessagesBody;
    return { ended, servers, body };
  };

  it("has a time limit: its calls are cancelled then, and the model gets an error", async () => {
    const timers = createManualTimers();
    const { ended, servers, body } = hanging(() => timers.run(90_000));
    const upstream = scriptedModel(writes(`await tools.slow_wait();`));
    const { ask: asking } = startProcess(undefined, { toolsetServers: servers, startTimer: timers.start });
    const { message } = await asking({ body, upstream });

    expect(message.content).toContainEqual(
      expect.objectContaining({
        content: { type: "code_execution_tool_result_error", error_code: "execution_time_exceeded" },
      }),
    );
    expect(ended).toEqual(["ended"]);
    expect(JSON.stringify(upstream.bodies[1]?.messages)).toContain("execution_time_exceeded");
  });

  it("ends with the client's connection, and so do its calls", async () => {
    const controller = new AbortController();
    const { ended, servers, body } = hanging(() => controller.abort(new Error("gone")));
    const upstream = scriptedModel(writes(`await tools.slow_wait();`));
    const { ask: asking } = startProcess(undefined, { toolsetServers: servers });

    await expect(asking({ body, upstream, signal: controller.signal })).rejects.toThrow("gone");
    expect(ended).toEqual(["ended"]);
    expect(upstream.bodies).toHaveLength(1);
  });
});

describe("a program in Python", () => {
  it("calls tools side by side, waits for the client and goes on", async () => {
    const code = `orders = await asyncio.gather(*[get_order({"id": id}) for id in [1, 2]])\nprint("+".join(orders))`;
    const upstream = scriptedModel(writes(code));
    const route = { programs: "python" as const };
    const { ask: asking } = startProcess();
    const { message } = await asking({ body: question, upstream, route });
    expect(upstream.bodies[0]?.tools?.[0]?.description).toContain("async def get_order(");
    expect(message.content).toMatchObject([
      { type: "text" },
      { type: "server_tool_use", input: { code } },
      { type: "tool_use", name: "get_order", input: { id: 1 } },
      { type: "tool_use", name: "get_order", input: { id: 2 } },
    ]);

    const { message: end } = await asking({ body: resumed(question, message), upstream, route });
    expect(end.content[0]).toMatchObject({ content: { stdout: "x+x\n", return_code: 0 } });
  }, 60_000);
});
