import { createPythonSandbox, type ProgramStep, runProgram } from "@toolcrib/code";
import { afterAll, describe, expect, it } from "vitest";

const sandbox = createPythonSandbox();
afterAll(() => sandbox.close());

/** A program in Python reaches everything in its interpreter, so it can tell the host whatever it wants. */
const forgedReport = (report: string): string => `import os
report = ${report}
for start in range(0, len(report), 1000000): os.write(1, report[start:start + 1000000])
os.write(1, b"\\n")`;

describe("a program in Python that forges its reports", { timeout: 120_000 }, () => {
  it("reports once, whatever the program writes to the stream of the reports", async () => {
    const forged = JSON.stringify({ calls: [], output: {}, outcome: { value: '"forged"' } });
    const code = `import os\nfor _ in range(1000): os.write(1, rb'''${forged}''' + b'\\n')\nreturn "true"`;

    expect(await sandbox.start({ code })).toMatchObject({ status: "finished", value: "forged" });
    expect(await sandbox.start({ code: `import os\nos._exit(0)` })).toMatchObject({
      status: "failed",
      reason: "crash",
    });
    expect(await sandbox.start({ code: `return "next"` })).toMatchObject({ status: "finished", value: "next" });
  });

  it("makes no more calls than it may under numbers that it used before", async () => {
    let made = 0;
    const tools = [{ name: "add", execute: () => ++made }];
    const code = `import __main__
while True:
    __main__.run.last_call = 0
    await add()`;

    const step = await runProgram({ sandbox, tools, limits: { calls: 3 } }, { code });

    expect(step).toMatchObject({ status: "failed", reason: "crash" });
    expect(made).toBe(1);
  });

  it("makes no call that was not allowed under the number of one that was", async () => {
    const made: string[] = [];
    const tool = (name: string) => ({ name, execute: () => made.push(name) });
    const options = { sandbox, tools: [tool("show"), tool("delete")], decide: () => "hold" as const };
    const code = `import __main__
await show()
__main__.run.last_call = 0
await delete()`;
    const held = await runProgram(options, { code });
    if (held.status !== "waiting") throw new Error(`expected it to wait, got ${held.status}`);

    const step = await runProgram(options, { snapshot: held.snapshot, calls: held.calls, allowed: [1] });

    expect(made).toEqual(["show"]);
    expect(step).toMatchObject({ status: "failed", reason: "crash" });
  });

  it("does not reuse the number of an earlier call after a program of its container changed how calls are counted", async () => {
    const made: string[] = [];
    const tool = (name: string) => ({ name, execute: () => made.push(name) });
    const tools = [tool("show"), tool("delete")];
    const plants = `import __main__
call = __main__.Run.call
def call_again(self, kind, name, input):
    self.last_call = 0
    return call(self, kind, name, input)
__main__.Run.call = call_again`;
    const planted = await runProgram({ sandbox, tools, keepState: true }, { code: plants });
    if (planted.status !== "finished" || planted.state === undefined) throw new Error("expected a state");
    const options = { sandbox, tools, decide: () => "hold" as const };
    const held = await runProgram(options, { code: `await show()\nawait delete()`, state: planted.state });
    if (held.status !== "waiting") throw new Error(`expected it to wait, got ${held.status}`);

    const step = await runProgram(options, { snapshot: held.snapshot, calls: held.calls, allowed: [1] });

    expect(made).toEqual(["show"]);
    expect(step).toMatchObject({ status: "failed", reason: "crash" });
  });

  it.each([
    [
      "waits for a call",
      `import os\nos.write(1, b'{"calls":[{"id":1,"kind":"tool","name":"add","text":"{}"}],"output":{}}\\n')\nwhile True: pass`,
    ],
    [
      "has ended",
      `import __main__\ndef run_on():\n    while True: pass\n__main__.read_line = run_on\nreturn "the interpreter goes on"`,
    ],
  ])("does not run on, unlimited, in an interpreter that is kept because it says that it %s", async (_what, code) => {
    const step = await sandbox.start({ code, tools: ["add"], keepState: true, limits: { cpuMilliseconds: 200 } });

    expect(step).toMatchObject({ status: "failed", reason: "cpu" });
  });

  it.each([
    ["is longer than its limits", `b'{"calls":[' + b'1,' * 5000000 + b'1]}'`],
    ["is nested without end", `b'[' * 3000000`],
    ["has fields without end", `b'{"calls":[],"output":{' + b','.join(b'"%d":1' % n for n in range(200000)) + b'}}'`],
    ["has calls that are none", `b'{"calls":[' + b'[],' * 1000000 + b'0]}'`],
  ])("does not keep the host busy with one that %s", async (_what, report) => {
    const step: ProgramStep = await sandbox.start({ code: forgedReport(report) });

    expect(step.status === "failed" && step.reason).toMatch(/^(crash|deadlock)$/);
    expect(JSON.stringify(step).length).toBeLessThan(1000);
  });
});
