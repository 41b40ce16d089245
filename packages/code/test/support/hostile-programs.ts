/** Known tricks to reach the host, to run forever, to fill memory or to deceive the host. `calls` are those that make calls of tools. */
export const escapes: readonly (readonly [what: string, code: string])[] = [
  ["the function constructor", `return Function("return typeof process + typeof require")();`],
  [
    "the constructor of a constructor",
    `return (0, tools.constructor.constructor ?? Function)("return typeof process")();`,
  ],
  ["the constructor of a built-in", `return console.log.constructor("return typeof process")();`],
  ["indirect eval", `return (0, eval)("typeof process + typeof globalThis.require");`],
  ["the caller of a function", `function f() { return f.caller; } return String(f());`],
  ["a frame's arguments", `return String((function () { return arguments.callee.caller; })());`],
  [
    "a prepared stack trace",
    `Error.prepareStackTrace = (_, frames) => frames.map((f) => typeof f.getThis?.()); return String(new Error("x").stack);`,
  ],
  [
    "the functions that started it, through its call sites",
    `const found = []; const take = (_, frames) => found.push(...frames.map((frame) => frame.getFunction?.()?.name)); try { Error.prepareStackTrace = take; } catch {} try { Object.defineProperty(Error, "prepareStackTrace", { value: take }); } catch {} String(new Error("x").stack); return found.includes("start") ? "escaped" : "none";`,
  ],
  ["the prototype of the global object", `return Object.getPrototypeOf(globalThis) === Object.prototype;`],
  [
    "names of every global",
    `return Reflect.ownKeys(globalThis).filter((name) => /process|require|module|Deno|Bun|fetch|std|os|scriptArgs|print|load/.test(String(name))).filter((name) => name !== "ReferenceError" && name !== "SuppressedError");`,
  ],
  ["a dynamic import", `return await import("node:child_process").then(() => "escaped", () => "none");`],
  [
    "modules of QuickJS's shell",
    `return await Promise.allSettled([import("std"), import("os"), import("qjs:os")]).then((all) => all.map(({ status }) => status));`,
  ],
  ["a source map comment", `return 1; //# sourceMappingURL=file:///etc/passwd`],
  ["an error of the host with its stack", `try { null.x; } catch (error) { return error.stack.includes("/"); }`],
  ["WebAssembly in WebAssembly", `return typeof WebAssembly;`],
  [
    "shared memory and waiting",
    `return typeof Atomics === "undefined" ? "none" : Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);`,
  ],
];

export const bombs: readonly (readonly [what: string, code: string])[] = [
  ["an endless loop", `for (;;);`],
  ["an endless loop that catches everything", `for (;;) try { for (;;); } catch {} finally { continue; }`],
  ["an endless loop in a finally", `try { throw 1; } finally { for (;;); }`],
  ["endless microtasks", `(async () => { for (;;) await null; })(); await new Promise(() => {});`],
  [
    "a flood of promises",
    `const flood = () => { Promise.resolve().then(flood); Promise.resolve().then(flood); }; flood(); await new Promise(() => {});`,
  ],
  ["an endless chain of timers", `const again = () => setTimeout(again, 1); again(); await new Promise(() => {});`],
  ["a thenable that never resolves itself", `const endless = { then(resolve) { resolve(endless); } }; await endless;`],
  ["an endless generator", `for (const _ of (function* () { for (;;) yield 1; })());`],
  ["an endless getter", `const o = { get a() { return this.a; } }; return o.a;`],
  ["a proxy of itself", `const p = new Proxy({}, { get: (_, key, self) => self[key] }); return p.x;`],
  ["an endless toJSON", `return { toJSON() { for (;;); } };`],
  ["an endless toString of an error", `throw { toString() { for (;;); } };`],
  ["a native loop over a huge length", `return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);`],
  ["a native join of a huge length", `return Array.prototype.join.call({ length: 2 ** 31 }, "");`],
  [
    "a sort with a lying comparison",
    `return Array.from({ length: 1e6 }, (_, i) => i).sort(() => 1 - 2 * Math.random()).length;`,
  ],
  ["a regular expression", `return /^(a+)+$/.test("a".repeat(40) + "!");`],
  ["a regular expression with lookahead", `return /^(?=(a+)+$)(?=(a|aa)+$).*$/.test("a".repeat(60) + "!");`],
  ["big integers", `let n = 3n; for (;;) n = n * n;`],
  ["a doubling string", `let s = "x"; for (;;) s += s;`],
  ["a huge repeat", `return "x".repeat(2 ** 30 - 1).length;`],
  ["a huge padding", `return "x".padEnd(2 ** 30 - 1, "abc").length;`],
  ["a huge array", `return new Array(2 ** 32 - 1).fill(0).length;`],
  ["huge buffers", `const all = []; for (;;) all.push(new Uint8Array(2 ** 20));`],
  ["a deep recursion", `const f = (n) => f(n + 1) + 1; return f(0);`],
  ["a deep nesting", `let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return a;`],
  ["a deep nesting as JSON", `return JSON.parse("[".repeat(1e6) + "]".repeat(1e6));`],
  ["nested parentheses in code", `return eval("(".repeat(1e5) + ")".repeat(1e5));`],
  ["many closures", `const all = []; for (;;) all.push(() => all);`],
  ["many symbols", `const all = []; for (;;) all.push(Symbol.for("s" + all.length));`],
  ["many properties", `const o = {}; for (let i = 0; ; i++) o["k" + i] = i;`],
  ["output without end", `for (;;) console.log("x".repeat(1000));`],
  ["a huge value", `return Array.from({ length: 1e6 }, () => "xxxxxxxx");`],
  ["calls without end", `for (;;) tools.add({});`],
];

export const deceptions: readonly (readonly [what: string, code: string])[] = [
  ["replaced JSON", `JSON.stringify = () => "{}"; JSON.parse = () => [{}]; await tools.add({});`],
  ["toJSON on every object", `Object.prototype.toJSON = () => ({ calls: [{ id: 99 }] }); await tools.add({});`],
  ["toJSON on every array", `Array.prototype.toJSON = () => "calls"; await tools.add({});`],
  ["a replaced Map", `Map.prototype.get = () => undefined; Map.prototype.set = () => {}; await tools.add({});`],
  [
    "an iterator without end",
    `Map.prototype[Symbol.iterator] = function* () { for (;;) yield [1, {}]; }; await tools.add({});`,
  ],
  ["a replaced Promise", `Promise.prototype.then = () => {}; await tools.add({});`],
  [
    "frozen everything",
    `for (const o of [Object, Array, Map, Promise, Function]) Object.freeze(o.prototype); Object.freeze(globalThis); return await tools.add({});`,
  ],
  [
    "a polluted prototype",
    `Object.prototype.id = 7; Object.prototype.error = "x"; Object.prototype.value = 1; await tools.add({});`,
  ],
  ["a replaced array", `Array.prototype.map = Array.prototype.join = () => 1; console.log("x"); await tools.add({});`],
  ["replaced tools", `globalThis.tools = { add: () => 1 }; return await tools.add({});`],
];
