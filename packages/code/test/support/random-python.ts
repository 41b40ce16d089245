import { randomNumbers } from "./random-numbers.ts";

const values = [
  "0",
  "-1",
  "10 ** 30",
  "1.5",
  "float('nan')",
  "''",
  "'ab'",
  "'\\ud800'",
  "b'x'",
  "[]",
  "[1, 2, 3]",
  "{'a': 1}",
  "{1, 2}",
  "None",
  "...",
  "tools",
  "add",
  "print",
  "search",
  "ToolError",
  "asyncio",
  "json",
  "type",
  "(lambda *values, **named: 1)",
  "(x for x in [1])",
  "bytearray(64)",
  "memoryview(b'ab')",
  "Exception('e')",
  "sys",
  "sys.stdout",
  "sys._getframe()",
  "os",
  "gc",
  "main",
  "main.waiting",
  "main.json",
  "asyncio.get_running_loop()",
];
const members = [
  "__class__",
  "__dict__",
  "__globals__",
  "__closure__",
  "__code__",
  "__mro__",
  "__subclasses__",
  "__init__",
  "__call__",
  "__getitem__",
  "__len__",
  "__reduce__",
  "modules",
  "stdout",
  "limit",
  "parts",
  "used",
  "waiting",
  "last_call",
  "LINE",
  "OUT",
  "environ",
  "f_back",
  "f_globals",
  "f_locals",
  "gi_frame",
  "dumps",
  "loads",
  "add",
  "append",
  "clear",
  "items",
  "join",
  "encode",
  "args",
  "_ready",
  "_wait",
  "stop",
  "time",
];
const operators = ["+", "-", "*", "%", "//", "and", "or", "==", "<", "in", "is", "|", "@"];
const modules = ["re", "ctypes", "socket", "subprocess", "threading", "pickle", "signal", "js", "sqlite3", "inspect"];
const pieces = 25;

/**
 * A program out of random pieces, at the edges of the interpreter and of what talks to the host. Each piece catches its errors, so that
 * the next one runs.
 */
export function randomPython(seed: number): string {
  const next = randomNumbers(seed * 2_654_435_761 + 1);
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item;
  const names = ["a", "b", "c"];

  const expression = (depth: number): string => {
    if (depth <= 0) return next(3) === 0 ? pick(names) : pick(values);
    const inner = () => expression(depth - 1 - next(2));
    const forms: (() => string)[] = [
      () => `(${inner()}) ${pick(operators)} (${inner()})`,
      () => `getattr(${inner()}, "${pick(members)}", ${inner()})`,
      () => `getattr(${inner()}, "${pick(members)}")(${inner()})`,
      () => `[${inner()} for x in [1, 2]]`,
      () => `str(${inner()})[:${next(50)}] * ${next(5)}`,
      () => `f"{${pick(names)}!r:>${next(40)}}"`,
      () => `await add(a=${inner()})`,
      () => `await call_tool(${inner()}, ${inner()})`,
      () => `await tools["${pick(["add", "read", "", "x".repeat(next(300)), "__proto__"])}"](${inner()})`,
      () => `await search(${inner()})`,
      () => `asyncio.create_task(add(b=${inner()}))`,
      () => `json.dumps(${inner()}, default=str)`,
      () => `type("T", (object,), {"${pick(["__str__", "__del__", "__eq__", "__len__"])}": ${inner()}})()`,
      () => `(${inner()} if ${inner()} else ${inner()})`,
    ];
    return pick(forms)();
  };
  const statement = (depth: number): readonly string[] => {
    const body = () => indented(depth <= 0 ? [`${pick(names)} = ${expression(1)}`] : statement(depth - 1));
    const forms: (() => readonly string[])[] = [
      () => [`${pick(names)} = ${expression(2)}`],
      () => [`print(${expression(1)})`],
      () => ["try:", ...body(), "finally:", ...body()],
      () => [`for i in range(${next(20)}):`, ...body()],
      () => [`if ${expression(1)}:`, ...body(), "else:", ...body()],
      () => ["async def f():", ...body(), "c = await f()"],
      () => ["async def f():", ...body(), "c = asyncio.create_task(f())"],
      () => [`setattr(${expression(0)}, "${pick(members)}", ${expression(1)})`],
      () => [`import ${pick(modules)} as a`],
      () => [`raise Exception(${expression(1)})`],
      () => [`os.write(${next(12)}, str(${expression(1)}).encode("utf8", "replace") + b"\\n")`],
      () => ["with contextlib.suppress(BaseException):", ...body()],
    ];
    // Seldom, since nothing else of such a program runs.
    if (next(400) === 0) return ["while True: pass"];
    return pick(forms)();
  };
  const guarded = (lines: readonly string[]) => [
    "try:",
    ...indented(lines),
    "except BaseException as error: b = error",
  ];
  const head = ["import contextlib, gc, os, sys", "import __main__ as main", "a, b, c = 1, [], {}"];
  const lines = Array.from({ length: pieces }, () => guarded(statement(2))).flat();
  const program = [...head, ...lines, `return ${next(4) === 0 ? expression(1) : `str(${expression(1)})[:100]`}`].join(
    "\n",
  );
  // Some are damaged, so that the parser has its share.
  const place = next(program.length);
  return next(12) === 0
    ? program.slice(0, place) + pick(["}", "'''", "\\", "\0", "\t", "(", "\ud800"]) + program.slice(place + next(9))
    : program;
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `    ${line}`);
