import { createQuickJsSandbox, type ProgramStep } from "@toolcrib/code";
import { afterAll, describe, expect, it } from "vitest";
import { bombs, deceptions, escapes } from "./support/hostile-programs.ts";

const sandbox = createQuickJsSandbox({ maxThreads: 2 });
afterAll(() => sandbox.close());

const limits = { cpuMilliseconds: 200, memoryBytes: 8 * 2 ** 20, calls: 20, outputLength: 1000, valueLength: 10_000 };
const run = (code: string): Promise<ProgramStep> => sandbox.start({ code, tools: ["add"], limits, seed: 1 });

describe("the sandbox for JavaScript", () => {
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

  it("runs the next program as if nothing had been before", async () => {
    await Promise.all(bombs.slice(0, 4).map(([, code]) => run(code)));
    await run(`Object.prototype.left = "behind"; globalThis.left = "behind"; Array.prototype.map = null;`);

    const step = await run(`return [typeof left, ({}).left ?? null, [1].map((n) => n + 1)];`);

    expect(step).toMatchObject({ status: "finished", value: ["undefined", null, [2]] });
  });
});
