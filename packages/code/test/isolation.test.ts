import { createQuickJsSandbox, type ProgramStep } from "@toolcrib/code";
import { afterAll, describe, expect, it } from "vitest";
import { bombs, deceptions, escapes } from "./support/hostile-programs.ts";

const sandbox = createQuickJsSandbox({ maxThreads: 2 });
afterAll(() => sandbox.close());

const limits = { cpuMilliseconds: 200, memoryBytes: 8 * 2 ** 20, calls: 20, outputLength: 1000, valueLength: 10_000 };
const run = (code: string): Promise<ProgramStep> => sandbox.start({ code, tools: ["add"], limits, seed: 1 });

/** Names of the language, with those that engines usually add. None of them reaches outside. */
const ofLanguage =
  "AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DOMException DataView Date DisposableStack Error EvalError Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet atob btoa decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt queueMicrotask undefined unescape".split(
    " ",
  );
const ofPrograms = [
  "ToolError",
  "clearTimeout",
  "console",
  "describe",
  "image",
  "search",
  "setTimeout",
  "text",
  "tools",
];

const replacedRecognition = `Object.defineProperty(Error, Symbol.hasInstance, { value() { throw 1; } }); throw new Error("x");`;

describe("the sandbox for JavaScript", () => {
  it("has the names of the language and of programs, and no others", async () => {
    const code = `return Reflect.ownKeys(globalThis).filter((name) => typeof name === "string");`;
    const step = await sandbox.start({ code, tools: ["add"], search: true });

    expect(step).toMatchObject({ value: expect.any(Array) });
    expect((step as { value?: string[] }).value?.sort()).toEqual([...ofLanguage, ...ofPrograms].sort());
  });

  it.each(escapes)("gives nothing of the host through %s", async (_what, code) => {
    const step = await run(code);
    const told = JSON.stringify(step.status === "finished" ? step.value : step);

    expect(told).not.toMatch(/"(function|object)"|root:|escaped|fulfilled|node:/);
    expect(step.status).toBe("finished");
  });

  it.each(bombs)("ends %s", async (_what, code) => {
    const step = await run(code);

    expect(step.status === "finished" ? "finished" : step.status === "failed" && step.reason).toMatch(
      /^(cpu|memory|exception|finished)$/,
    );
    expect(step.output.stdout.length).toBeLessThanOrEqual(limits.outputLength);
    expect(step.usage.calls).toBeLessThanOrEqual(limits.calls);
  });

  it.each(deceptions)("is not deceived by %s", async (_what, code) => {
    let step = await run(code);
    if (step.status === "waiting") {
      expect(step.calls).toEqual([{ id: 1, kind: "tool", name: "add", arguments: expect.any(Object) }]);
      step = await sandbox.resume(step.snapshot, [{ id: 1, value: "an answer" }]);
    }
    expect(["finished", "failed"]).toContain(step.status);
    if (step.status === "failed") expect(step.error.message).not.toContain("/");
  });

  it.each([
    ["a proxy that throws at every question", `throw new Proxy(new Error("a"), { getPrototypeOf() { throw 1; } });`],
    ["anything after it replaced how errors are recognized", replacedRecognition],
  ])("tells a program that throws %s as an exception", async (_what, code) => {
    expect(await run(code)).toMatchObject({ status: "failed", reason: "exception" });
  });

  it("reports the end of a program that replaced the promise constructor", async () => {
    const species = `Promise.prototype.constructor = { [Symbol.species]: function () { throw new Error("x"); } };`;

    expect(await run(`${species} return 1;`)).toMatchObject({ status: "finished", value: 1 });
    expect(await run(`${species} throw new Error("own");`)).toMatchObject({ error: { message: "own" } });
  });

  it("runs the next program as if nothing had been before", async () => {
    await Promise.all(bombs.slice(0, 4).map(([, code]) => run(code)));
    await run(`Object.prototype.left = "behind"; globalThis.left = "behind"; Array.prototype.map = null;`);

    const step = await run(`return [typeof left, ({}).left ?? null, [1].map((n) => n + 1)];`);

    expect(step).toMatchObject({ status: "finished", value: ["undefined", null, [2]] });
  });
});
