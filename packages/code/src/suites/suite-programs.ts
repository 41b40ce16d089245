import type { ProgramLanguage } from "../sandbox/sandbox.ts";

/** The same programs in every language. */
export interface SuitePrograms {
  readonly returns: string;
  readonly sequence: string;
  readonly parallel: string;
  readonly catches: string;
  readonly throws: string;
  readonly unparsable: string;
  readonly endless: string;
  readonly memoryBomb: string;
  readonly prints: string;
  readonly manyCalls: string;
  /** Says of three calls at once which ended with a text, and which with an error. */
  readonly sideBySide: string;
  readonly largeCall: string;
  readonly deepCall: string;
  readonly deepValue: string;
  readonly random: string;
  readonly outside: readonly string[];
  /** Defines `count` as 1, and `next()`, which counts up and returns it. */
  readonly defines: string;
  /** Counts up. */
  readonly counts: string;
  /** Counts up by a call, then fails. */
  readonly countsAndThrows: string;
  /** Counts up, calls a tool, and counts up without end. */
  readonly countsWithoutEnd: string;
  /** Defines names again: `count` as 100, and the tool `add` as a number. */
  readonly redefines: string;
  /** Leaves more than 40,000 bytes. */
  readonly holds: string;
}

const javascript: SuitePrograms = {
  returns: `console.log("printed"); return { sum: 1 + 2, list: [1, "two", null, true] };`,
  sequence: `const sum = await tools.add({ a: 1, b: 2 }); return await tools.add({ a: sum, b: 10 });`,
  parallel: `return await Promise.all([0, 1, 2].map((a) => tools.add({ a })));`,
  catches: `try { return await tools.read_file({ path: "a" }); } catch (error) { return "caught " + error.message; }`,
  throws: `console.log("before");\nthrow new Error("broken");`,
  unparsable: `const = 1;`,
  endless: `for (;;);`,
  memoryBomb: `const all = []; for (;;) all.push("x".repeat(100000) + all.length);`,
  prints: `for (let line = 0; line < 100; line++) console.log("a line of text");`,
  manyCalls: `await Promise.allSettled(Array.from({ length: 10 }, () => tools.add({})));`,
  sideBySide: `const ends = await Promise.allSettled([0, 1, 2].map((a) => tools.add({ a })));
    return ends.map(({ status }) => (status === "fulfilled" ? "text" : "error"));`,
  largeCall: `await tools.add({ text: "x".repeat(1001) });`,
  deepCall: `let deep = []; for (let level = 0; level < 450; level++) deep = [deep]; await tools.add({ deep });`,
  deepValue: `let deep = {}; for (let level = 0; level < 450; level++) deep = { deep }; return deep;`,
  random: `return Math.random();`,
  outside: [
    `return typeof process === "undefined" ? "unavailable" : Object.keys(process.env);`,
    `return typeof require === "undefined" ? "unavailable" : require("fs").readdirSync("/");`,
    `return (await import("node:fs")).readdirSync("/");`,
    `return typeof fetch === "undefined" && typeof WebSocket === "undefined" ? "unavailable" : "a network";`,
    `return typeof performance === "undefined" && Date.now() % 1000 === 0 ? "unavailable" : "a clock";`,
    `const before = Date.now(); for (let i = 0; i < 1e6; i++); return Date.now() === before ? "unavailable" : "a clock";`,
  ],
  defines: `console.log("defined"); let count = 1; function next() { return ++count; }`,
  counts: `return next();`,
  countsAndThrows: `next(); await tools.add({ a: count }); const last = next(); throw new Error("broken at " + last);`,
  countsWithoutEnd: `next(); await tools.add({}); for (;;) next();`,
  redefines: `const count = 100; const add = 1; function next() { return count; }`,
  holds: `const held = Array.from({ length: 40_000 }, () => Math.random()); return held.length;`,
};

/** A state of programs in Python is their code and what they were given, so this one has code that cannot be compressed. */
const noise = Array.from({ length: 10_000 }, (_, index) => (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36)).join(
  "",
);

const python: SuitePrograms = {
  returns: `print("printed")\nreturn {"sum": 1 + 2, "list": [1, "two", None, True]}`,
  sequence: `sum = await add(a=1, b=2)\nreturn await add({"a": sum, "b": 10})`,
  parallel: `import asyncio\nreturn await asyncio.gather(*[add(a=a) for a in range(3)])`,
  catches: `try:\n    return await read_file(path="a")\nexcept Exception as error:\n    return "caught " + str(error)`,
  throws: `print("before")\nraise ValueError("broken")`,
  unparsable: `def = 1`,
  endless: `while True:\n    pass`,
  memoryBomb: `all = []\nwhile True:\n    all.append("x" * 1000000 + str(len(all)))`,
  prints: `for line in range(100):\n    print("a line of text")`,
  sideBySide: `import asyncio\nends = await asyncio.gather(*[add(a=a) for a in range(3)], return_exceptions=True)\nreturn ["text" if isinstance(end, str) else "error" for end in ends]`,
  manyCalls: `import asyncio\nawait asyncio.gather(*[add() for _ in range(10)], return_exceptions=True)`,
  largeCall: `await add(text="x" * 1001)`,
  deepCall: `deep = []\nfor _ in range(450): deep = [deep]\nawait add(deep=deep)`,
  deepValue: `deep = {}\nfor _ in range(450): deep = {"deep": deep}\nreturn deep`,
  random: `import random\nreturn random.random()`,
  outside: [
    `import os\nreturn "unavailable" if len(os.environ.get("PATH", "")) == 0 else "an environment"`,
    `return open("/etc/passwd").read()`,
    `import subprocess\nreturn subprocess.run(["ls"]).returncode`,
    `import socket\nsocket.create_connection(("127.0.0.1", 9), 1)\nreturn "a network"`,
    `import js\nreturn str(js.process)`,
    `import time\nbefore = time.perf_counter()\nfor _ in range(100000): pass\nreturn "unavailable" if time.perf_counter() == before else "a clock"`,
  ],
  defines: `print("defined")\ncount = 1\ndef next():\n    global count\n    count += 1\n    return count`,
  counts: `return next()`,
  countsAndThrows: `next()\nawait add(a=count)\nlast = next()\nraise ValueError(f"broken at {last}")`,
  countsWithoutEnd: `next()\nawait add()\nwhile True: next()`,
  redefines: `count = 100\nadd = 1\ndef next():\n    return count`,
  holds: `# ${noise}\nreturn 40000`,
};

export const suitePrograms: Readonly<Record<ProgramLanguage, SuitePrograms>> = { javascript, python };
