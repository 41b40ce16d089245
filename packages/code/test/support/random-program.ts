import { randomNumbers } from "./random-numbers.ts";

const values = [
  "0",
  "-1",
  "1e9",
  "2 ** 53",
  "NaN",
  "1n",
  '""',
  '"ab"',
  "[]",
  "[1, 2, 3]",
  "{}",
  "null",
  "undefined",
  "Symbol.iterator",
  "/(a|a)*b/g",
  "tools",
  "globalThis",
  "Object.prototype",
  "new Map([[1, 2]])",
  "new Proxy({}, {})",
  "new Uint8Array(64)",
  "Promise.resolve(1)",
  "(() => 1)",
  "function* () { yield 1; }",
  "async () => 1",
  "new Error('e')",
  "new Date(0)",
  "class A { #a = 1; }",
  "Reflect",
  "Math",
  "JSON",
  "console",
  "search",
  "ToolError",
];
const members = [
  "length",
  "constructor",
  "__proto__",
  "prototype",
  "then",
  "toString",
  "valueOf",
  "toJSON",
  "caller",
  "arguments",
  "map",
  "slice",
  "repeat",
  "call",
  "apply",
  "bind",
  "next",
  "return",
  "add",
  "0",
  "stack",
  "message",
  "buffer",
  "log",
  "stringify",
  "defineProperty",
  "ownKeys",
];
const operators = ["+", "-", "*", "%", "**", "&&", "||", "??", "===", "<", "in", "instanceof", ",", "<<"];

/** A program out of random pieces: mostly valid syntax, seldom sensible, sometimes endless, and often at the engine's edges. */
export function randomProgram(seed: number): string {
  const next = randomNumbers(seed * 2_654_435_761 + 1);
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item;
  const names = ["a", "b", "c"];

  const expression = (depth: number): string => {
    if (depth <= 0) return next(3) === 0 ? pick(names) : pick(values);
    const inner = () => expression(depth - 1 - next(2));
    const forms: (() => string)[] = [
      () => `(${inner()}) ${pick(operators)} (${inner()})`,
      () => `(${inner()})?.${/^\d/.test(pick(members)) ? "[0]" : pick(members.slice(0, 19))}`,
      () => `(${inner()})?.[${JSON.stringify(pick(members))}]?.(${inner()}, ${inner()})`,
      () => `[${inner()}, ...(Array.isArray(${pick(names)}) ? ${pick(names)} : [])].map((x) => ${inner()})`,
      () => `Object.assign(Object(${inner()}), { ${pick(["a", "then", "toJSON", "valueOf"])}: ${inner()} })`,
      () => `await (${inner()})`,
      () => `tools[${JSON.stringify(pick(["add", "read", "", "x".repeat(next(300)), "__proto__"]))}](${inner()})`,
      () => `(typeof (${inner()}) === "string" ? "yes" : ${inner()})`,
      () => `String(${inner()}).repeat(${next(5)}).replace(/./g, ${inner()})`,
      () => `new Promise((resolve) => resolve(${inner()}))`,
      () => `JSON.stringify(${inner()})`,
      () => `Reflect.ownKeys(Object(${inner()})).length`,
    ];
    return pick(forms)();
  };
  const statement = (depth: number): string => {
    const body = () => (depth <= 0 ? `${pick(names)} = ${expression(1)};` : statement(depth - 1));
    const forms: (() => string)[] = [
      () => `${pick(names)} = ${expression(2)};`,
      () => `try { ${body()} } catch (error) { ${pick(names)} = error; } finally { ${body()} }`,
      () => `for (let i = 0; i < ${next(50) === 0 ? "Infinity" : next(20)}; i++) { ${body()} }`,
      () => `if (${expression(1)}) { ${body()} } else { ${body()} }`,
      () => `console.log(${expression(1)});`,
      () =>
        `Object.defineProperty(Object(${expression(0)}), ${JSON.stringify(pick(members))}, { value: ${expression(1)}, configurable: true });`,
      () =>
        `globalThis[${JSON.stringify(pick(["Promise", "Map", "Array", "JSON", "x", "tools"]))}] = ${expression(1)};`,
      () => `Array.prototype.${pick(["map", "push", "join", "then"])} = ${expression(0)};`,
      () => `setTimeout(async () => { ${body()} }, ${next(100)});`,
      () => `(async () => { ${body()} })();`,
      () => `await Promise.all([${expression(1)}, ${expression(1)}]);`,
    ];
    return pick(forms)();
  };
  const statements = Array.from({ length: 1 + next(5) }, () => statement(2));
  const program = `let a = ${expression(0)}, b = 1, c = []; ${statements.join(" ")} return ${expression(1)};`;
  // Some are damaged, so that the parser has its share.
  const place = next(program.length);
  return next(10) === 0
    ? program.slice(0, place) + pick(["}", "`", "\\u", "\0", "/*", "${", "\ud800"]) + program.slice(place + next(9))
    : program;
}
