import type { CallResult, ProgramLimits, ProgramStep, Sandbox } from "@toolcrib/code";
import { randomNumbers } from "./random-numbers.ts";

/** What is fuzzed. */
export interface FuzzTarget {
  readonly createSandbox: () => Sandbox;
  /** A random program, the same for the same seed. */
  readonly program: (seed: number) => string;
  readonly limits: Partial<ProgramLimits>;
  /** How many programs are given to the sandbox at the same time. */
  readonly atOnce: number;
}

/** What every program may use; a target may change some of it. */
const commonLimits = { calls: 5, outputLength: 500, valueLength: 2000, argumentsLength: 500, waitingLength: 2000 };

/** How random programs ended, by status and reason. */
export type FuzzReport = Record<string, number>;

/** Runs random programs and throws at the first that leaves a limit, reaches the host or cannot be resumed. */
export async function fuzzPrograms(target: FuzzTarget, first: number, count: number): Promise<FuzzReport> {
  const sandbox = target.createSandbox();
  const limits = { ...commonLimits, ...target.limits };
  const report: FuzzReport = {};
  let next = first;
  const work = async () => {
    for (let seed = next++; seed < first + count; seed = next++) {
      const code = target.program(seed);
      try {
        const step = await runToEnd(sandbox, { code, seed, limits });
        const end = step.status === "failed" ? step.reason : step.status;
        report[end] = (report[end] ?? 0) + 1;
      } catch (error) {
        throw new Error(`Program ${seed}: ${String(error)}\n${code}`, { cause: error });
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: target.atOnce }, () => work()));
    // Nothing that ran before is in the way of an honest program.
    const honest = await sandbox.start({ code: "return 1" });
    if (honest.status !== "finished") throw new Error(`The program after all others: ${JSON.stringify(honest)}`);
  } finally {
    await sandbox.close();
  }
  return report;
}

interface FuzzRun {
  readonly code: string;
  readonly seed: number;
  readonly limits: FuzzTarget["limits"] & typeof commonLimits;
}

async function runToEnd(sandbox: Sandbox, { code, seed, limits }: FuzzRun): Promise<ProgramStep> {
  const random = randomNumbers(seed);
  let step = checkStep(await sandbox.start({ code, tools: ["add", "read"], search: true, seed: 1, limits }), limits);
  for (let rounds = 0; step.status === "waiting"; rounds++) {
    if (rounds > limits.calls) throw new Error("it waits for more calls than it may make");
    const [{ id } = { id: 0 }] = step.calls.slice(random(step.calls.length));
    const results: CallResult[] =
      random(4) === 0 ? [{ id, error: "refused" }] : [{ id, value: JSON.parse(`{"__proto__":{},"then":1}`) }];
    const next = checkStep(await sandbox.resume(step.snapshot, results), limits);
    if (random(8) === 0) checkSame(next, await sandbox.resume(step.snapshot, results));
    step = next;
  }
  return step;
}

/** A snapshot leads to the same step whenever it is resumed. How much a program gets done within its time may differ. */
function checkSame(step: ProgramStep, again: ProgramStep): void {
  if ([step, again].some((each) => each.status === "failed" && each.reason === "cpu")) return;
  const [told, toldAgain] = [step, again].map((each) =>
    JSON.stringify({ ...each, usage: each.usage.calls, snapshot: undefined }),
  );
  if (told !== toldAgain) throw new Error(`it goes on differently when it is resumed again: ${told}, ${toldAgain}`);
}

function checkStep(step: ProgramStep, limits: FuzzRun["limits"]): ProgramStep {
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
