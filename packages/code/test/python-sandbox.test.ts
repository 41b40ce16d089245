import { createPythonSandbox, createToolSearch, type ProgramStep, runProgram, type Sandbox } from "@toolcrib/code";
import { sandboxSuite } from "@toolcrib/code/suites";
import { afterAll, describe, expect, it } from "vitest";

// Starting an interpreter takes long, so the checks share a sandbox that starts the next one ahead.
const shared = createPythonSandbox();
afterAll(() => shared.close());
const create = (): Sandbox => ({ ...shared, close: async () => undefined });

describe("the sandbox for Python", () => {
  it.each(sandboxSuite({ create }))("$title", ({ run }) => run(), 120_000);

  it("resumes by replay where the interpreter is gone", async () => {
    const code = `import random\nbefore = random.random()\nfirst = await add(a=1)\nsecond = await add(a=first)\nreturn [before == random.Random(7).random(), first + second]`;
    const other = createPythonSandbox({ maxLive: 0 });
    let step: ProgramStep = await shared.start({ code, tools: ["add"], seed: 7 });
    for (const value of [20, 22]) {
      if (step.status !== "waiting") throw new Error(`expected it to wait, got ${step.status}`);
      expect(step.snapshot.length).toBeLessThan(2000);
      step = await other.resume(step.snapshot, [{ id: step.calls[0]?.id ?? 0, value }]);
    }
    await other.close();

    expect(step).toMatchObject({ status: "finished", value: [true, 42] });
  }, 120_000);

  it("ends what runs when it is closed", async () => {
    const sandbox = createPythonSandbox({ maxThreads: 1 });
    const code = `await add()\nwhile True: pass`;
    const step = await sandbox.start({ code, tools: ["add"], limits: { cpuMilliseconds: 600_000 } });
    if (step.status !== "waiting") throw new Error(`expected it to wait, got ${step.status}`);
    const running = sandbox.resume(step.snapshot, [{ id: 1, value: 1 }]);
    const queued = sandbox.start({ code: `return 1` });
    setTimeout(() => void sandbox.close(), 100);

    const [first, second] = await Promise.allSettled([running, queued]);

    expect(first).toMatchObject({ value: { status: "failed", reason: "crash" } });
    expect(second).toMatchObject({ reason: { code: "sandbox_closed" } });
  }, 60_000);

  it.each([
    ["a long sum", `return ${Array(400).fill("1").join("+")}`, 400],
    [
      "many branches",
      `x = 299\n${Array.from({ length: 300 }, (_, index) => `${index > 0 ? "el" : ""}if x == ${index}: y = x`).join("\n")}\nreturn y`,
      299,
    ],
    ["recursion within C", `def f(n): return eval("f(n - 1) + 1", {"f": f, "n": n}) if n else 0\nreturn f(150)`, 150],
  ])(
    "has a stack that is large enough for %s",
    async (_what, code, value) => {
      expect(await shared.start({ code })).toMatchObject({ status: "finished", value });
    },
    60_000,
  );

  it.each([
    ["a text that asks for itself", `class A:\n    def __repr__(self): return repr(self)\nreturn repr(A())`],
    [
      "an attribute that asks for others",
      `class A:\n    def __getattr__(self, name): return getattr(self, name + "x")\nA().x`,
    ],
    ["a function that calls itself in C", `def f(n): return sorted([n, n], key=f)\nf(1)`],
  ])(
    "ends recursion without end with Python's own error: %s",
    async (_what, code) => {
      expect(await shared.start({ code })).toMatchObject({ reason: "exception", error: { name: "RecursionError" } });
    },
    60_000,
  );

  it.each([
    ["a sum without end", `return ${Array(5000).fill("1").join("+")}`],
    ["too many brackets", `return ${"[".repeat(199)}${"]".repeat(199)}`],
    ["too many operators", `return ${"not ".repeat(3000)}1`],
    ["too many calls in a row", `return ""${".strip()".repeat(3000)}`],
  ])(
    "says of code that is too deep for the compiler what is wrong: %s",
    async (_what, code) => {
      expect(await shared.start({ code })).toMatchObject({
        reason: "syntax",
        error: {
          name: "SyntaxError",
          message: "The program is nested too deeply, or an expression in it is too long: split it up.",
        },
      });
    },
    60_000,
  );

  it("is given no more results than a quarter of its memory, also if it drops them", async () => {
    const tools = [{ name: "get", execute: () => "x".repeat(3 * 2 ** 20) }];
    const limits = { resultLength: 10 * 2 ** 20, cpuMilliseconds: 60_000 };
    const step = await runProgram({ sandbox: shared, tools, limits }, { code: `while True: await get()` });

    expect(step).toMatchObject({ status: "failed", reason: "memory", usage: { calls: 6 } });
  }, 120_000);

  it.each([
    [
      "the standard library, classes and patterns",
      `import statistics, collections, datetime, re, json\nclass Point:\n    x = 3\nmatch [1, 2]:\n    case [a, b]:\n        return statistics.mean([a, b, Point.x])`,
      2,
    ],
    ["calls that it does not wait for", `import asyncio\nasyncio.create_task(asyncio.sleep(1))\nreturn "done"`, "done"],
    [
      "sleeping, which takes no time",
      `import asyncio, time\nawait asyncio.sleep(3600)\ntime.sleep(3600)\nreturn "awake"`,
      "awake",
    ],
    [
      "a script that ends with asyncio.run",
      `import asyncio\nasync def main():\n    return "done"\nif __name__ == "__main__":\n    return asyncio.run(main())`,
      "done",
    ],
    ["a script that leaves early", `import sys\nprint("left")\nsys.exit(0)`, undefined],
    ["writing to the streams of the interpreter", `import sys\nsys.__stdout__.write("x")\nreturn "written"`, "written"],
  ])(
    "runs %s",
    async (_what, code, value) => {
      expect(await shared.start({ code })).toMatchObject({ status: "finished", value });
    },
    120_000,
  );

  it.each([
    ["the process of the host", `import js\nreturn str(js.process)`, "ModuleNotFoundError"],
    ["native code", `import ctypes\nreturn ctypes.CDLL(None)`, "ModuleNotFoundError"],
    ["threads", `import threading\nthreading.Thread(target=print).start()`, "RuntimeError"],
    ["folders", `import os\nreturn os.listdir("/")`, "FileNotFoundError"],
    ["the parent folder of its library", `import os\nreturn open("/usr/../etc/hosts").read()`, "NotADirectoryError"],
    ["what a user types", `return input()`, "EOFError"],
    ["a promise that nothing settles", `import asyncio\nawait asyncio.Event().wait()`, "Error"],
  ])(
    "does not reach %s",
    async (_what, code, name) => {
      expect(await shared.start({ code })).toMatchObject({ status: "failed", error: { name } });
    },
    120_000,
  );

  it.each([
    ["numbers that JSON does not have", `await add(a=float("nan"))`, "ValueError"],
    ["a list in place of arguments", `await call_tool("add", [1])`, "TypeError"],
    ["a number in place of a name", `await call_tool(1, {})`, "TypeError"],
    ["an endless name", `await tools["x" * 300](a=1)`, "TypeError"],
    ["an exit code", `import sys\nsys.exit("no orders")`, "SystemExit"],
  ])(
    "tells a program that uses %s what is wrong",
    async (_what, code, name) => {
      const step = await shared.start({ code, tools: ["add"] });

      expect(step).toMatchObject({ status: "failed", reason: "exception", error: { name } });
    },
    120_000,
  );

  it("calls tools that a search found by their names, as any other", async () => {
    const named = (name: string) => ({
      name,
      description: `Does ${name}.`,
      execute: ({ id }: object & { id?: unknown }) => `${name} ${String(id)}`,
    });
    const tools = [named("get-sum"), named("list"), named("class"), named("never_mentioned")];
    const asked: string[] = [];
    const sandbox: Sandbox = {
      ...shared,
      start: (program) => {
        asked.push(...(program.tools ?? []));
        return shared.start(program);
      },
    };
    const code = `name = (await search("get-sum"))[0]["name"]
found = [await tools[name](id=1), await tools.get_sum({"id": 2}), await get_sum(id=3), await call_tool(name, {"id": 4}), await class_(id=5)]
described = await describe("get_sum")
try:
    await tools.get_some()
except ToolError as error:
    found.append(str(error))
return [found, described["name"], list((1, 2)), hasattr(tools, "__len__")]`;
    const step = await runProgram(
      { sandbox, tools, shown: [], search: createToolSearch(tools, "python", async () => ["get-sum"]) },
      { code },
    );

    expect(step).toMatchObject({
      value: [
        [1, 2, 3, 4]
          .map((id) => `get-sum ${id}`)
          .concat("class 5", 'There is no tool "get_some". Nearest names: get-sum.'),
        "get-sum",
        [1, 2],
        false,
      ],
    });
    expect(asked.sort()).toEqual(["class", "get-sum"]);
  }, 120_000);
});
