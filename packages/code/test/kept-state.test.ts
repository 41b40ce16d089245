import {
  createPythonSandbox,
  createQuickJsSandbox,
  type ProgramStart,
  type ProgramStep,
  type Sandbox,
} from "@toolcrib/code";
import { afterAll, describe, expect, it } from "vitest";

const javascript = createQuickJsSandbox();
const python = createPythonSandbox();
const replaying = createPythonSandbox({ maxLive: 0 });
afterAll(() => Promise.all([javascript.close(), python.close(), replaying.close()]));

type Ended = Exclude<ProgramStep, { status: "waiting" }>;

/** Runs programs one after the other in one interpreter. Calls are answered with their arguments. */
async function runAll(
  sandbox: Sandbox,
  codes: readonly string[],
  options: Partial<ProgramStart> = {},
): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const code of codes) {
    const state = ended.at(-1)?.state;
    let step = await sandbox.start({
      code,
      tools: ["get"],
      keepState: true,
      seed: 7,
      ...options,
      ...(state && { state }),
    });
    while (step.status === "waiting") {
      const results = step.calls.map(({ id, arguments: value }) => ({ id, value }));
      step = await sandbox.resume(step.snapshot, results);
    }
    ended.push(step);
  }
  return ended;
}

const lastOf = async (sandbox: Sandbox, codes: readonly string[], options?: Partial<ProgramStart>) =>
  (await runAll(sandbox, codes, options)).at(-1);

describe("the state of programs in JavaScript", () => {
  it.each<[string, readonly string[], unknown]>([
    [
      "every kind of declaration",
      [
        `const a = 1; let b = 2, b2 = 3; var c = 4; function d() { return 5; } async function e() { return 6; } function* f() { yield 7; } class G { h = 8; } const { i, j: { k = 9 }, ...l } = { i: 10, j: {}, m: 11 }; const [n, , ...o] = [12, 13, 14]; for (var p = 0; p < 15; p++); q = 16;`,
        `return [a, b, b2, c, d(), await e(), [...f()], new G().h, i, k, l, n, o, p, q];`,
      ],
      [1, 2, 3, 4, 5, 6, [7], 8, 10, 9, { m: 11 }, 12, [14], 15, 16],
    ],
    [
      "names between comments, in lines of their own and with letters of other languages",
      [
        `const /* a */ one // b\n = 1, größe = 2,\n  zwei\n  = 3;\r\nlet drei = 4 // const vier = 5\n`,
        `return [one, größe, zwei, drei, typeof vier];`,
      ],
      [1, 2, 3, 4, "undefined"],
    ],
    [
      "no names of inner scopes",
      [
        `{ let inner = 1; } (() => { const deep = 2; })(); if (true) { const also = 3; }`,
        `return [typeof inner, typeof deep, typeof also];`,
      ],
      ["undefined", "undefined", "undefined"],
    ],
    [
      "the value of a var that is declared again, as for everybody",
      [
        `var seen = seen || []; seen.push(1);`,
        `var seen = seen || []; seen.push(2); var seen; let fresh;`,
        `return [seen, fresh];`,
      ],
      [[1, 2], null],
    ],
    [
      "the mode of a program that asks for the strict one",
      [
        `"use strict"; const x = 1; let mode = "sloppy"; try { undeclared = 1; } catch { mode = "strict"; }`,
        `return mode;`,
      ],
      "strict",
    ],
    [
      "variables that functions of earlier programs share",
      [`let count = 0; const next = () => ++count;`, `next(); count += 10;`, `return [next(), count];`],
      [12, 12],
    ],
    [
      "the old functions with their own variables when a name is declared again",
      [`const x = 1; const old = () => x;`, `const x = 2;`, `return [x, old()];`],
      [2, 1],
    ],
    [
      "the old value where a declaration was not reached",
      [`const x = 1;`, `throw new Error("no"); const x = 2;`, `return x;`],
      1,
    ],
    [
      "objects with their identity and prototypes",
      [
        `class A { get two() { return 2; } } const a = new A(); const map = new Map([[a, 1]]);`,
        `return [a instanceof A, a.two, map.get(a)];`,
      ],
      [true, 2, 1],
    ],
    ["results of calls", [`const got = await tools.get({ id: 1 });`, `return got;`], { id: 1 }],
    [
      "a promise that an earlier program began, whose end does not end the next",
      [
        `let settle; const promise = new Promise((resolve) => { settle = resolve; }); promise.then(() => console.log("late"));`,
        `settle("early"); return await promise;`,
      ],
      "early",
    ],
    [
      "nothing of timers",
      [
        `let fired = 0; setTimeout(() => fired++, 1); setTimeout(() => { throw new Error("late"); }, 2);`,
        `await new Promise((resolve) => setTimeout(resolve, 5)); return fired;`,
      ],
      0,
    ],
  ])("has %s", async (_what, codes, value) => {
    const step = await lastOf(javascript, codes);

    expect(step).toMatchObject({ status: "finished" });
    expect(step?.status === "finished" && step.value).toEqual(value);
  });

  it("says that a constant of an earlier program cannot be changed, with the line that tried", async () => {
    const step = await lastOf(javascript, [`const x = 1;`, `\nx = 2;`]);

    expect(step).toMatchObject({
      reason: "exception",
      error: { stack: "TypeError: 'x' is read-only\n    at anonymous (program:2:1)" },
    });
  });

  it("names the variables that are lost because an earlier program froze globalThis", async () => {
    const [, second, third, fourth] = await runAll(javascript, [
      `let kept = 1; globalThis.seal = () => Object.freeze(globalThis);`,
      `seal(); const lost = 1; let alsoLost = 2; return kept;`,
      `return [typeof kept, typeof lost];`,
      `return typeof lost;`,
    ]);

    expect(second).toMatchObject({ value: 1, output: { stderr: "" } });
    expect(third).toMatchObject({
      value: ["number", "undefined"],
      output: { stderr: "Variables that could not be kept, because globalThis does not take them: lost, alsoLost.\n" },
    });
    expect(fourth).toMatchObject({ value: "undefined", output: { stderr: "" } });
  });

  it.each([
    [
      "replaced",
      `console = 1; tools = 2; text = 3; ToolError = 4; globalThis.JSON = 5; Math.random = () => 6; Promise = 7;`,
    ],
    ["frozen", `Object.freeze(globalThis); Object.freeze(console);`],
    [
      "removed",
      `delete globalThis.tools; delete globalThis.console; delete globalThis.Object; delete globalThis.Proxy;`,
    ],
    [
      "made to break",
      `Object.prototype.get = 1; Object.prototype.value = 1; Array.prototype[Symbol.iterator] = null; Object.defineProperty(Array.prototype, 0, { set() { throw 1; } }); String.prototype.replace = null; Map.prototype.get = null;`,
    ],
    [
      "made to reach the functions of the host's side",
      `Function.prototype.apply = Function.prototype.call = Reflect.apply = () => { throw 1; }; RegExp.prototype.exec = () => null;`,
    ],
  ])("gives a program its functions and limits if an earlier one %s built-ins", async (_what, code) => {
    const [, second, third] = await runAll(
      javascript,
      [
        code,
        `console.log("x".repeat(200)); return await tools.get({ id: 1 });`,
        `for (let n = 0; n < 5; n++) try { await tools.get({ n }); } catch {}`,
      ],
      { limits: { outputLength: 100, calls: 3 } },
    );

    expect(second).toMatchObject({ status: "finished", value: { id: 1 }, usage: { calls: 1 } });
    expect(second?.output.stdout).toHaveLength(100);
    expect(third).toMatchObject({ usage: { calls: 3 } });
  });

  it("keeps variables and results after an earlier program changed regular expressions or promises", async () => {
    const breaks = `RegExp.prototype[Symbol.match] = RegExp.prototype[Symbol.replace] = () => { for (;;); }; Object.defineProperty(RegExp.prototype, "flags", { get() { throw 1; } }); Object.defineProperty(Promise, Symbol.species, { value: 5 });`;
    const step = await lastOf(javascript, [breaks, `const x = 1;`, `return [x, await tools.get({ id: 1 })];`]);

    expect(step).toMatchObject({ status: "finished", value: [1, { id: 1 }] });
  });

  it("keeps nothing of a program that is too long to find its variables in, and says so", async () => {
    const long = Array.from({ length: 4000 }, (_, index) => `const name${index} = ${index};`).join("\n");
    const [first, second] = await runAll(javascript, [long, `return typeof name1;`]);

    expect(first).toMatchObject({
      status: "finished",
      output: { stderr: expect.stringContaining("are not kept for later ones") },
    });
    expect(second).toMatchObject({ value: "undefined" });
  });

  it("is found among thousands of other words in the time of a program", async () => {
    const constants = Array.from({ length: 30 }, (_, index) => `const c${index} = ${index};`).join("\n");
    const words = Array.from({ length: 3500 }, (_, index) => `w${index}:1`).join();
    const long = `${constants}\nconst data = "${"1".repeat(words.length)}";`;
    const wordy = `${constants}\nconst data = {${words}};`;
    let ratio = Number.POSITIVE_INFINITY;
    const times = { long: Number.POSITIVE_INFINITY, wordy: Number.POSITIVE_INFINITY };
    const measure = async (name: keyof typeof times, code: string) => {
      const { usage } = await javascript.start({ code, keepState: true });
      times[name] = Math.min(times[name], usage.cpuMilliseconds);
    };
    // Four to six times as long; if the engine had to read all words at once, it would be forty times or more. The shortest
    // times count, and on a busy machine it takes more runs until they are short.
    for (let run = 0; run < 40 && ratio >= 12; run++) {
      await measure("long", long);
      await measure("wordy", wordy);
      ratio = times.wordy / times.long;
    }

    expect(ratio).toBeLessThan(12);
    expect(await lastOf(javascript, [wordy, `return typeof data + c29;`])).toMatchObject({ status: "finished" });
  }, 60_000);

  it("is small, and does not grow with programs that leave nothing", async () => {
    const steps = await runAll(javascript, [
      `const x = 1;`,
      ...Array.from({ length: 60 }, (_, n) => `let data = "x".repeat(1000 + ${n}); return data.length;`),
    ]);
    const sizes = steps.map(({ state }) => state?.length ?? 0);

    expect(sizes[0]).toBeLessThan(40_000);
    expect(sizes.at(-1)).toBeLessThan((sizes[20] ?? 0) * 1.3);
  });

  it("leaves room for the next program", async () => {
    const fill = `const held = []; for (let n = 0; n < 28; n++) held.push("x".repeat(2 ** 20) + n);`;
    const [first, second] = await runAll(javascript, [fill, `return typeof held;`]);

    expect(first).toMatchObject({ status: "finished", stateLoss: "memory" });
    expect(second).toMatchObject({ value: "undefined" });
  });

  it("leaves memory for the next program when one is stopped after it resumed", async () => {
    const fill = `const held = []; for (let n = 0; n < 31; n++) held.push("x".repeat(2 ** 20) + n); await tools.get({}); for (;;);`;
    const [first, second] = await runAll(javascript, [fill, `return typeof held;`], {
      limits: { cpuMilliseconds: 2000 },
    });

    expect(first).toMatchObject({ status: "failed", reason: "cpu", stateLoss: "memory" });
    expect(second).toMatchObject({ value: "undefined" });
  });
});

describe("console.log", () => {
  it.each([
    [`const map = new Map(); map.set("self", map); console.log(map);`],
    [`const set = new Set(); set.add([set]); console.log(set);`],
    [`const a = new Map(); const b = new Set([a]); a.set(b, { b }); console.log({ a });`],
  ])("shows a map or set that contains itself: %s", async (code) => {
    const { status, output } = await javascript.start({ code });

    expect([status, output.stdout]).toEqual(["finished", "[cannot be shown: circular reference]\n"]);
  });

  it("shows a map twice that is in a value twice", async () => {
    const { output } = await javascript.start({ code: `const map = new Map([[1, 2]]); console.log([map, { map }]);` });

    expect(output.stdout).toBe('[[[1,2]],{"map":[[1,2]]}]\n');
  });
});

describe("the state of programs in Python", { timeout: 240_000 }, () => {
  it.each<[string, readonly string[], unknown]>([
    [
      "every kind of binding",
      [
        `import math, os.path as path\nfrom collections import OrderedDict as Ordered\na: int = 1\nb: str\n(c, [d, *e]) = (2, [3, 4])\nfor f in range(3): pass\nwith open("/dev/null") if False else __import__("contextlib").nullcontext(5) as g: pass\nif (h := 6): pass\n[i for i in [1] if (j := 7)]\ndef k(): return 8\nasync def l(): return 9\nclass M: n = 10\nmatch {"x": 11, "y": 12}:\n    case {"x": o, **p}: pass\ntry:\n    raise ValueError(13)\nexcept ValueError as q:\n    r = q.args[0]\nglobal s\ns = 14\nt = u = 15\ndel u\ntype V = int`,
        `return [round(math.pi), path.join("a", "b"), len(Ordered()), a, "b" in globals(), c, d, e, f, g, h, "i" in globals(), j, k(), await l(), M.n, o, p, "q" in globals(), r, s, t, "u" in globals(), V.__name__, M.__qualname__]`,
      ],
      [
        3,
        "a/b",
        0,
        1,
        false,
        2,
        3,
        [4],
        2,
        5,
        6,
        false,
        7,
        8,
        9,
        10,
        11,
        { y: 12 },
        false,
        13,
        14,
        15,
        false,
        "V",
        "M",
      ],
    ],
    [
      "everything of a module",
      [`from math import *\nfrom itertools import *`, `return [floor(pi), list(islice(count(), 2))]`],
      [3, [0, 1]],
    ],
    [
      "variables that functions change",
      [
        `count = 0\ndef next():\n    global count\n    count += 1\n    return count`,
        `next()\ncount += 10`,
        `def outer():\n    inner = 1\n    def change():\n        nonlocal inner, count\n        inner += 1\n        count += 100\n    change()\n    return inner\nreturn [outer(), next(), count]`,
      ],
      [2, 112, 112],
    ],
    [
      "results of calls, and calls by functions of earlier programs",
      [
        `async def ask(n):\n    return (await get(n=n))["n"]\nfirst = await ask(1)`,
        `return [first, *await asyncio.gather(ask(2), ask(3))]`,
      ],
      [1, 2, 3],
    ],
    [
      "locks and queues",
      [
        `lock = asyncio.Lock()\nqueue = asyncio.Queue()\nasync with lock:\n    await queue.put(1)`,
        `async with lock:\n    return await queue.get()`,
      ],
      1,
    ],
    [
      "the same random numbers after random.seed",
      [
        `import random\nrandom.seed(42)\nfirst = random.random()`,
        `return [first, random.random()] == (lambda r: [r.random(), r.random()])(random.Random(42))`,
      ],
      true,
    ],
    [
      "loggers that print",
      [
        `import logging\nlogging.basicConfig(format="%(message)s")\nlog = logging.getLogger("x")\nlog.warning("one")`,
        `log.warning("two")\nimport sys\nreturn sys.stderr.text()`,
      ],
      "two\n",
    ],
    [
      "nothing of tasks of a program that failed",
      [
        `ran = []\nasync def late():\n    try:\n        await get(n=1)\n    finally:\n        ran.append("ended")\nasyncio.create_task(late())\nawait asyncio.sleep(0)\nraise ValueError()`,
        `await asyncio.sleep(1)\nreturn ran`,
      ],
      ["ended"],
    ],
    [
      "addresses, order of sets and hashes",
      [
        `class A: pass\nthings = {A() for _ in range(50)} | {"a", "b", None}\nfirst = repr(things)`,
        `return first == repr(things)`,
      ],
      true,
    ],
  ])("has %s, with its interpreter and by replay", async (_what, codes, value) => {
    const kept = await lastOf(python, codes);
    const repeated = await lastOf(replaying, codes);

    expect(kept).toMatchObject({ status: "finished" });
    expect(kept?.status === "finished" && kept.value).toEqual(value);
    expect(repeated).toMatchObject({ status: "finished", value, output: kept?.output ?? {} });
  });

  it("gives a program its functions and limits if an earlier one replaced them", async () => {
    const poison = `import json, sys, builtins\njson.dumps = json.loads = None\nget = call_tool = tools = ToolError = None\nsys.stdout = sys.stderr = None\nasyncio.wait = asyncio.all_tasks = None\n`;
    const [first, second] = await runAll(python, [poison, `print("x" * 200)\nreturn await get(id=1)`], {
      limits: { outputLength: 100 },
    });

    expect(first).toMatchObject({ status: "finished" });
    expect(second).toMatchObject({ status: "finished", value: { id: 1 } });
    expect(second?.output.stdout).toHaveLength(100);
  });

  it("is not used if its programs do something else when they are repeated", async () => {
    // The real reason would be another build of the interpreter, or a mistake of ours.
    const digests = /"digest":"[^"]+"/;
    const [first] = await runAll(python, [`x = 1`]);
    const { decodeState } = await import("../src/steps/program-state.ts");
    const { appendToJournal, readJournal } = await import("../src/python/replay-journal.ts");
    const { head, state } = decodeState(first?.state ?? new Uint8Array(), python.engine);
    const { value: entry } = await readJournal(state).next();
    if (entry === undefined) throw new Error("expected an entry");
    expect(JSON.stringify(entry)).toMatch(digests);
    const { encodeFrame } = await import("../src/steps/frame.ts");
    const forged = encodeFrame("tcs2", head, await appendToJournal(undefined, { ...entry, digest: "another" }));

    await expect(python.start({ code: `return x`, state: forged })).rejects.toMatchObject({
      code: "program_not_repeated",
    });
  });

  it("is dropped when repeating the programs would take longer than a program may", async () => {
    const busy = `total = 0\nfor n in range(300000): total += n`;
    const limits = { cpuMilliseconds: 60_000 };
    const [first] = await runAll(python, [busy], { limits });
    const spent = first?.usage.cpuMilliseconds ?? 0;
    const second = await python.start({
      code: `return total`,
      keepState: true,
      state: first?.state ?? new Uint8Array(),
      limits: { cpuMilliseconds: Math.max(1, Math.floor(spent / 2)) },
    });

    expect(second).toMatchObject({ stateLoss: "time" });
    expect(second).not.toHaveProperty("state");
  });

  it("is dropped for the same reason when the programs are stopped after they resumed", async () => {
    const [first] = await runAll(python, [`for n in range(100000): pass\nawait get(n=1)`]);
    const spent = first?.usage.cpuMilliseconds ?? 0;
    const waiting = await python.start({
      code: `await get(n=1)`,
      tools: ["get"],
      keepState: true,
      state: first?.state ?? new Uint8Array(),
      limits: { cpuMilliseconds: Math.max(1, Math.floor(spent / 2)) },
    });
    if (waiting.status !== "waiting") throw new Error(`expected it to wait, got ${waiting.status}`);
    const ended = await python.resume(waiting.snapshot, [{ id: 1, value: 1 }], { signal: AbortSignal.abort() });

    expect(ended).toMatchObject({ reason: "cancelled", stateLoss: "time" });
    expect(ended).not.toHaveProperty("state");
  });

  it.each([
    ["busy", `while True: pass`],
    ["awake", `while True:\n            try: await asyncio.sleep(0)\n            except BaseException: pass`],
    ["asleep", `while True:\n            try: await asyncio.sleep(1)\n            except BaseException: pass`],
  ])("is not in the way of the next program if one that was ended stays %s", async (what, code) => {
    const stays = `x = 1\nasync def stay():\n    try:\n        await get(n=1)\n    finally:\n        ${code}\n`;
    const options = { tools: ["get"], keepState: true, limits: { cpuMilliseconds: 1000 } };
    const waiting = await python.start({ ...options, code: `${stays}await stay()` });
    if (waiting.status !== "waiting") throw new Error(`expected it to wait, got ${waiting.status}`);
    const killed = await python.resume(waiting.snapshot, [{ id: 1, value: 1 }], { signal: AbortSignal.abort() });
    const failing = `${stays}asyncio.create_task(stay())\nawait asyncio.sleep(0)\nraise ValueError()`;
    const failed = what === "busy" ? killed : await python.start({ ...options, code: failing });
    for (const ended of [killed, failed]) {
      const { state } = ended as Ended;
      for (let more = 0; more < 2; more++) {
        const next = await python.start({
          ...options,
          code: `import gc\ngc.collect()\nreturn x`,
          ...(state && { state }),
        });
        expect(next).toMatchObject({ status: "finished", value: 1 });
      }
    }
  });

  it("is gone if its interpreter fails", async () => {
    const [, , third] = await runAll(python, [`x = 1`, `import os`, `os._exit(0)`]);

    expect(third).toMatchObject({ status: "failed", reason: "crash" });
    expect(third).not.toHaveProperty("state");
  });

  it("makes no call that was cancelled before anybody knew of it", async () => {
    const code = `call = asyncio.create_task(get(id=1))\nawait asyncio.sleep(0)\ncall.cancel()\nother = await get(id=2)\ntry:\n    await asyncio.wait_for(asyncio.shield(asyncio.sleep(1)), 0.5)\nexcept TimeoutError: pass\nreturn other`;
    const step = await python.start({ code, tools: ["get"] });
    if (step.status !== "waiting") throw new Error(`expected it to wait, got ${step.status}`);

    expect(step.calls).toEqual([{ id: 2, kind: "tool", name: "get", arguments: { id: 2 } }]);
    expect(await python.resume(step.snapshot, [{ id: 2, value: 5 }])).toMatchObject({ status: "finished", value: 5 });
    const alone = `call = asyncio.create_task(get(id=1))\nawait asyncio.sleep(0)\ncall.cancel()`;
    expect(await python.start({ code: alone, tools: ["get"] })).toMatchObject({
      status: "finished",
      usage: { calls: 0 },
    });
  });
});
