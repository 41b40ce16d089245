import { createQuickJsSandbox, type ProgramStep, type Sandbox } from "@toolcrib/code";
import { randomNumbers, randomProgram } from "./random-program.ts";

const limits = {
  cpuMilliseconds: 30,
  memoryBytes: 8 * 2 ** 20,
  calls: 5,
  outputLength: 500,
  valueLength: 2000,
  argumentsLength: 500,
};

/** How random programs ended, by status and reason. */
export type FuzzReport = Record<string, number>;

/** Runs random programs and throws at the first that leaves a limit, reaches the host or cannot be resumed. */
export async function fuzzPrograms(first: number, count: number): Promise<FuzzReport> {
  const sandbox = createQuickJsSandbox({ maxThreads: 2 });
  const report: FuzzReport = {};
  let next = first;
  const work = async () => {
    for (let seed = next++; seed < first + count; seed = next++) {
      const code = randomProgram(seed);
      try {
        const step = await runToEnd(sandbox, code, seed);
        const end = step.status === "failed" ? step.reason : step.status;
        report[end] = (report[end] ?? 0) + 1;
      } catch (error) {
        throw new Error(`Program ${seed}: ${String(error)}\n${code}`, {
          cause: error,
        });
      }
    }
  };
  try {
    await Promise.all([work(), work(), work()]);
  } finally {
    await sandbox.close();
  }
  return report;
}

async function runToEnd(sandbox: Sandbox, code: string, seed: number): Promise<ProgramStep> {
  const random = randomNumbers(seed);
  let step = checkStep(await sandbox.start({ code, tools: ["add", "read"], search: true, seed: 1, limits }));
  for (let rounds = 0; step.status === "waiting"; rounds++) {
    if (rounds > limits.calls) throw new Error("it waits for more calls than it may make");
    const [{ id } = { id: 0 }] = step.calls.slice(random(step.calls.length));
    const results =
      random(4) === 0 ? [{ id, error: "refused" }] : [{ id, value: JSON.parse(`{"__proto__":{},"then":1}`) }];
    step = checkStep(await sandbox.resume(step.snapshot, results));
  }
  return step;
}

function checkStep(step: ProgramStep): ProgramStep {
  const { output, usage } = step;
  if (output.stdout.length + output.stderr.length > 2 * limits.outputLength) throw new Error("too much output");
  if (usage.calls > limits.calls && step.status !== "failed") throw new Error("too many calls");
  if (step.status === "waiting") {
    if (step.calls.length === 0 || step.calls.length > limits.calls) throw new Error(`${step.calls.length} calls`);
    for (const call of step.calls) {
      if (JSON.stringify(call.arguments).length > 2 * limits.argumentsLength) throw new Error("too large a call");
    }
  }
  if (step.status === "finished" && JSON.stringify(step.value ?? null).length > 2 * limits.valueLength)
    throw new Error("too large a value");
  const told =
    step.status === "failed"
      ? step.error.message + step.error.stack
      : JSON.stringify("value" in step ? step.value : null);
  if (/node:|file:|worker\.mjs|\/packages\//.test(told ?? "")) throw new Error(`it knows the host: ${told}`);
  return step;
}
