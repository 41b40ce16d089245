import { CodeError } from "../errors/code-error.ts";
import type { ProgramLimits } from "../sandbox/program-limits.ts";
import type { CallResult, FailureReason, ProgramOutput, ProgramStep, ProgramUsage } from "../sandbox/program-step.ts";
import type { EngineAnswer } from "./engine-answer.ts";
import { encodeSnapshot } from "./program-snapshot.ts";
import { emptyOutput, type ProgramReport, readReport } from "./read-report.ts";

/** A program between two steps. */
export interface RunningProgram {
  readonly engine: string;
  readonly startedAt: number;
  readonly limits: ProgramLimits;
  readonly usage: ProgramUsage;
  /** The ids of the calls that it still waits for. */
  readonly waiting: readonly number[];
  readonly keepsState: boolean;
  /** The CPU time of the programs before it, whose state it continues. */
  readonly earlierMilliseconds: number;
}

/** A program that starts now, with what is known of the state that it continues. */
export function newProgram(
  {
    engine,
    limits,
    startedAt,
    keepState = false,
  }: Pick<RunningProgram, "engine" | "limits" | "startedAt"> & {
    readonly keepState?: boolean | undefined;
  },
  earlier: { readonly spentMilliseconds: number } | undefined,
): RunningProgram {
  const usage = { cpuMilliseconds: 0, calls: 0 };
  const earlierMilliseconds = earlier?.spentMilliseconds ?? 0;
  return { engine, limits, usage, startedAt, waiting: [], keepsState: keepState, earlierMilliseconds };
}

type StoppedReason = Exclude<FailureReason, "exception" | "syntax">;

const messages: Readonly<Record<StoppedReason, string>> = {
  deadlock: "The program waits for a promise that nothing can settle.",
  cpu: "The program ran for too long.",
  wall: "The program took too long, including the time in which it waited for calls.",
  memory: "The program used too much memory.",
  calls: "The program made too many calls.",
  cancelled: "The program was cancelled.",
  crash: "The engine failed.",
};

export function failedStep(
  reason: StoppedReason,
  usage: ProgramUsage,
  output: ProgramOutput = emptyOutput,
  detail?: string,
): ProgramStep {
  const message = detail === undefined ? messages[reason] : `${messages[reason]} ${detail}`;
  return { status: "failed", reason, error: { name: "Error", message, stack: `Error: ${message}` }, output, usage };
}

/** A program that goes on with results: it does not wait for these calls any more. */
export function withoutAnswered(program: RunningProgram, results: readonly CallResult[]): RunningProgram {
  const answered = new Set(results.map(({ id }) => id));
  return { ...program, waiting: program.waiting.filter((id) => !answered.has(id)) };
}

/** The step that an answer of the engine stands for. */
export function readStep(program: RunningProgram, answer: EngineAnswer): ProgramStep {
  const { limits } = program;
  if (answer.failure === "other-base") {
    throw new CodeError("other_engine", { expected: "an engine of the same build", received: "another build" });
  }
  const cpuMilliseconds = program.usage.cpuMilliseconds + answer.spent;
  const report = readReport(answer.report, limits);
  const calls = Math.max(program.usage.calls, report?.calls.at(-1)?.id ?? 0);
  const usage = { cpuMilliseconds, calls };
  if (answer.failure !== undefined) return failedStep(answer.failure, usage, report?.output, answer.text);
  if (report === undefined) return failedStep("crash", usage, emptyOutput, "Its report cannot be read.");
  if (report.calls.some(({ id }) => id <= program.usage.calls && !program.waiting.includes(id))) {
    // A number that is used again would escape the limit of calls, and what was decided about the first call.
    return failedStep("crash", usage, emptyOutput, "It used the number of a call again.");
  }
  if (calls > limits.calls) return failedStep("calls", usage, report.output);
  const { base, state, filledBytes = 0 } = answer;
  if (report.calls.length > 0 && base !== undefined && state !== undefined) {
    const waiting = report.calls.map(({ id }) => id);
    const { engine, startedAt, keepsState, earlierMilliseconds } = program;
    const snapshot = encodeSnapshot(
      { engine, base, startedAt, limits, usage, filledBytes, waiting, keepsState, earlierMilliseconds },
      state,
    );
    return { status: "waiting", calls: report.calls, snapshot, output: report.output, usage };
  }
  return endStep(report, usage);
}

function endStep({ outcome, output }: ProgramReport, usage: ProgramUsage): ProgramStep {
  if (outcome === undefined) return failedStep("deadlock", usage, output);
  if ("value" in outcome) return { status: "finished", value: outcome.value, output, usage };
  const { name, message } = outcome.error;
  const isMemory = name === "MemoryError" || (name === "InternalError" && message === "out of memory");
  const reason = isMemory ? "memory" : outcome.reason;
  return { status: "failed", reason, error: outcome.error, output, usage };
}
