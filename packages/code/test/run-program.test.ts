import { createQuickJsSandbox, createToolSearch, type ProgramTool, runProgram } from "@toolcrib/code";
import { afterAll, describe, expect, it } from "vitest";

const sandbox = createQuickJsSandbox();
afterAll(() => sandbox.close());

const tool = (name: string, execute: ProgramTool["execute"], isReadOnly = false): ProgramTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object", properties: { id: { type: "number" } } },
  isReadOnly,
  execute,
});

/** Tools that write down when they begin and end. */
function loggingTools() {
  const log: string[] = [];
  const logged = (name: string, isReadOnly: boolean) =>
    tool(
      name,
      async ({ id }) => {
        log.push(`${name} ${String(id)} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.push(`${name} ${String(id)} ends`);
        return { id };
      },
      isReadOnly,
    );
  return { log, tools: [logged("read", true), logged("write", false)] };
}

describe("runProgram", () => {
  it("runs the calls of a program and returns its value", async () => {
    const tools = [
      tool("list_orders", () => [
        { id: 1, total: 5 },
        { id: 2, total: 70 },
      ]),
      tool("pay", ({ id }) => `paid ${String(id)}`),
    ];
    const code = `const large = (await tools.list_orders()).filter(({ total }) => total > 50);
      return await Promise.all(large.map(({ id }) => tools.pay({ id })));`;

    const step = await runProgram({ sandbox, tools }, { code });

    expect(step).toMatchObject({ status: "finished", value: ["paid 2"], usage: { calls: 2 } });
  });

  it("runs calls that only read side by side, and others in the order of the program", async () => {
    const { log, tools } = loggingTools();
    const code = `await Promise.all([tools.write({ id: 1 }), tools.read({ id: 2 }), tools.write({ id: 3 }), tools.read({ id: 4 })]);`;

    await runProgram({ sandbox, tools }, { code });

    expect(log.filter((line) => line.startsWith("write"))).toEqual([
      "write 1 begins",
      "write 1 ends",
      "write 3 begins",
      "write 3 ends",
    ]);
    expect(log.indexOf("read 4 begins")).toBeLessThan(log.indexOf("read 2 ends"));
  });

  it("makes calls that the program did not wait for before it ends", async () => {
    const { log, tools } = loggingTools();

    const step = await runProgram({ sandbox, tools }, { code: `tools.write({ id: 1 }); return "done";` });

    expect(step).toMatchObject({ status: "finished", value: "done" });
    expect(log).toContain("write 1 ends");
  });

  it("tells a program which names are like that of a missing tool", async () => {
    const code = `try { await tools.list_order(); } catch (error) { return [error.name, error.message]; }`;

    const unknown: unknown[] = [];
    const onUnknown = (call: unknown) => void unknown.push(call);
    const step = await runProgram({ sandbox, tools: [tool("list_orders", () => [])], onUnknown }, { code });

    expect(step).toMatchObject({
      value: ["ToolError", 'There is no tool "list_order". Nearest names: list_orders.'],
    });
    expect(unknown).toEqual([{ id: 1, kind: "tool", name: "list_order", arguments: {} }]);
  });

  it("searches and describes tools inside a program", async () => {
    const tools = [tool("send_invoice", ({ id }) => `sent ${String(id)}`), tool("play_music", () => "la")];
    const code = `const [{ name, signature }] = await search("send an invoice");
      const { inputSchema } = await describe(name);
      return [signature, Object.keys(inputSchema.properties), await tools[name]({ id: 3 })];`;

    const step = await runProgram({ sandbox, tools, search: createToolSearch(tools) }, { code });

    expect(step).toMatchObject({
      value: ["/** Does send_invoice. */ send_invoice(input?: { id?: number }): Promise<unknown>;", ["id"], "sent 3"],
    });
  });

  it("refuses a call with a reason that the program gets", async () => {
    const code = `return await tools.pay({ id: 1 }).catch(({ message }) => message);`;
    const decide = ({ name, arguments: { id } }: { name: string; arguments: Record<string, unknown> }) => ({
      refuse: `${name} of ${String(id)} is not allowed.`,
    });

    const step = await runProgram({ sandbox, tools: [tool("pay", () => "paid")], decide }, { code });

    expect(step).toMatchObject({ value: "pay of 1 is not allowed." });
  });

  it("suspends at a call that is held, after it has run all others, and continues when it is allowed", async () => {
    const { log, tools } = loggingTools();
    const options = {
      sandbox,
      tools,
      decide: ({ name }: { name: string }) => (name === "write" ? ("hold" as const) : ("run" as const)),
    };
    const code = `const [a, b] = await Promise.all([tools.write({ id: 1 }), tools.read({ id: 2 }).then(() => tools.read({ id: 3 }))]); return [a, b];`;

    const held = await runProgram(options, { code });

    if (held.status !== "waiting") throw new Error(`expected it to wait, got ${held.status}`);
    expect(held.calls).toEqual([{ id: 1, kind: "tool", name: "write", arguments: { id: 1 } }]);
    expect(log.filter((line) => line.endsWith("ends"))).toEqual(["read 2 ends", "read 3 ends"]);

    const { snapshot, calls } = held;
    const end = await runProgram(options, { snapshot, calls, allowed: [1] });
    expect(end).toMatchObject({ status: "finished", value: [{ id: 1 }, { id: 3 }] });

    const denied = await runProgram(options, { snapshot, calls, results: [{ id: 1, error: "denied" }] });
    expect(denied).toMatchObject({ status: "failed", error: { name: "ToolError", message: "denied" } });
  });

  it("holds calls that change something behind one that is held, in every step, and lets reads go on", async () => {
    const { log, tools } = loggingTools();
    const asked: unknown[] = [];
    const decide = ({ name, arguments: { id } }: { name: string; arguments: Record<string, unknown> }) => {
      asked.push(`${name} ${String(id)}`);
      return id === 2 ? ("hold" as const) : ("run" as const);
    };
    const code = `await Promise.all([tools.write({ id: 1 }), tools.write({ id: 2 }), tools.write({ id: 3 }),
      tools.read({ id: 4 }).then(() => tools.write({ id: 5 })), tools.read({ id: 6 }).then(() => tools.read({ id: 7 }))]);`;
    const options = { sandbox, tools, decide };
    const held = await runProgram(options, { code });

    if (held.status !== "waiting") throw new Error(`expected it to wait, got ${held.status}`);
    expect(held.calls.map(({ arguments: { id } }) => id)).toEqual([2, 3, 5]);
    const ended = () => log.filter((line) => line.endsWith("ends")).map((line) => line.slice(0, -5));
    expect(ended().sort()).toEqual(["read 4", "read 6", "read 7", "write 1"]);
    expect(asked).toContain("write 5");

    log.length = 0;
    const { snapshot, calls } = held;
    expect(await runProgram(options, { snapshot, calls, allowed: [2] })).toMatchObject({ status: "finished" });
    expect(ended()).toEqual(["write 2", "write 3", "write 5"]);
  });

  it("names a call that is held by its tool, however the program writes it", async () => {
    const tools = [tool("send-mail", () => "sent")];
    const decide = () => "hold" as const;
    const step = await runProgram({ sandbox, tools, shown: [], decide }, { code: `await tools.send_mail({ id: 1 });` });

    expect(step).toMatchObject({ status: "waiting", calls: [{ name: "send-mail" }] });
  });

  it("ends its running calls when it is cancelled", async () => {
    const controller = new AbortController();
    let isEnded = false;
    const slow = tool("slow", async (_input, { signal }) => {
      setTimeout(() => controller.abort(), 5);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      isEnded = true;
      throw signal.reason;
    });

    const step = await runProgram(
      { sandbox, tools: [slow], signal: controller.signal },
      { code: `await tools.slow();` },
    );

    expect(step).toMatchObject({ status: "failed", reason: "cancelled" });
    expect(isEnded).toBe(true);
  });
});

describe("many calls at once", () => {
  const manyOf = (count: number) =>
    Array.from({ length: count }, (_, index) => tool(`get_order_${index}`, () => index, true));
  /** Counts the turns of the event loop. */
  async function turnsDuring(work: Promise<unknown>): Promise<number> {
    let turns = 0;
    let timer = setImmediate(function count() {
      turns++;
      timer = setImmediate(count);
    });
    await work;
    clearImmediate(timer);
    return turns;
  }

  it("compare names for a limited number of unknown tools", async () => {
    const code = `const calls = Array.from({ length: 100 }, (_, index) => tools["get_ordre_" + index]({}));
      const told = await Promise.allSettled(calls);
      return told.map(({ reason }) => /There is no tool "get_ordre_\\d+"\\.( Nearest names: get_order_)?/.exec(reason.message)[1] !== undefined);`;
    const options = { sandbox, tools: manyOf(10_000), shown: [] };

    const step = await runProgram(options, { code });
    const none = await runProgram({ ...options, mayCompare: () => false }, { code });

    expect(step).toMatchObject({ value: Array.from({ length: 100 }, (_, index) => index < 10) });
    expect(none).toMatchObject({ value: Array.from({ length: 100 }, () => false) });
  });

  it("leave turns of the event loop to other work", async () => {
    const tools = manyOf(10);
    const code = `return (await Promise.all(Array.from({ length: 150 }, () => describe("get_order_1")))).length;`;
    const search = createToolSearch(tools);
    const run = runProgram({ sandbox, tools, search }, { code });

    expect(await turnsDuring(run)).toBeGreaterThanOrEqual(150);
    expect(await run).toMatchObject({ value: 150 });
  });

  it("look tools up in a table that is made once", async () => {
    let reads = 0;
    const tools = manyOf(100).map((each) =>
      Object.defineProperty({ ...each }, "name", {
        get: () => {
          reads++;
          return each.name;
        },
      }),
    );
    const code = `for (let index = 0; index < 50; index++) await tools.get_order_1({});`;

    await runProgram({ sandbox, tools, shown: ["get_order_1"] }, { code });

    expect(reads).toBeLessThan(1_000);
  });
});
