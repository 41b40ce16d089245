import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { CodeError } from "../errors/code-error.ts";
import { programLimits } from "../sandbox/program-limits.ts";
import type { CallResult, ProgramStep } from "../sandbox/program-step.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { checkStart, maxSeed } from "../steps/check-start.ts";
import { encodeResults } from "../steps/encode-results.ts";
import type { EngineAnswer } from "../steps/engine-answer.ts";
import { decodeSnapshot } from "../steps/program-snapshot.ts";
import { decodeState, stateOfSnapshot, withState } from "../steps/program-state.ts";
import { failedStep, newProgram, type RunningProgram, readStep, withoutAnswered } from "../steps/read-step.ts";
import type { EngineJob } from "./engine-thread.ts";
import { findEngine } from "./load-engine.ts";
import { ThreadPool } from "./thread-pool.ts";

export interface QuickJsSandboxOptions {
  /** How many programs run at the same time, each in a thread of its own. Waiting programs need none. One less than the processors by default. */
  readonly maxThreads?: number;
  /** How many programs may wait for a thread. 256 by default. */
  readonly maxQueued?: number;
  /** How long a thread without work is kept. A minute by default. */
  readonly idleMilliseconds?: number;
  /** The current time in milliseconds. Programs see it in whole seconds. */
  readonly now?: () => number;
}

/** A sandbox for JavaScript: QuickJS in WebAssembly. Needs the package `quickjs-wasi`. */
export function createQuickJsSandbox(options: QuickJsSandboxOptions = {}): Sandbox {
  const engine = findEngine();
  const now = options.now ?? Date.now;
  const pool = new ThreadPool({
    maxThreads: options.maxThreads ?? Math.max(1, availableParallelism() - 1),
    maxQueued: options.maxQueued ?? 256,
    idleMilliseconds: options.idleMilliseconds ?? 60_000,
  });

  async function runStep(
    program: RunningProgram,
    job: Pick<EngineJob, "entry" | "input" | "base" | "state">,
    before: () => Uint8Array | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ProgramStep> {
    const { limits, usage, startedAt, keepsState } = program;
    const end = (step: ProgramStep, answer: EngineAnswer = { spent: 0 }) =>
      withState(step, program, answer, { before });
    if (signal?.aborted) return end(failedStep("cancelled", usage));
    const time = now();
    const wallLeft = startedAt + limits.wallMilliseconds - time;
    if (wallLeft < 0) return end(failedStep("wall", usage));
    const cpuMilliseconds = Math.min(limits.cpuMilliseconds - usage.cpuMilliseconds, wallLeft);
    const seconds = Math.floor(time / 1000) * 1000;
    const { memoryBytes } = limits;
    const answer = await pool.run({ ...job, keepsState, now: seconds, cpuMilliseconds, memoryBytes }, signal);
    return end(readStep(program, answer), answer);
  }

  return {
    specificationVersion: "v1",
    language: "javascript",
    engine,
    start: async (given) => {
      const limits = programLimits(given.limits);
      checkStart(given, limits.codeLength);
      const { code, tools = [], search = false, seed = randomInt(maxSeed), keepState = false, state, signal } = given;
      const earlier = state === undefined ? undefined : decodeState(state, engine);
      const program = newProgram({ engine, limits, startedAt: now(), keepState }, earlier?.head);
      const input = JSON.stringify({ code, tools, search, seed, limits, keepState });
      const from = earlier === undefined ? {} : { base: earlier.head.base, state: earlier.state };
      return runStep(program, { entry: "start", input, ...from }, () => state, signal);
    },
    resume: async (snapshot, results: readonly CallResult[], { signal } = {}) => {
      const { head, state } = decodeSnapshot(snapshot);
      if (head.engine !== engine) throw new CodeError("other_engine", { expected: engine, received: head.engine });
      const input = await encodeResults(results, head.waiting, head.limits);
      const program = withoutAnswered(head, results);
      const before = () => stateOfSnapshot(snapshot);
      // Results pass through memory that the engine does not count.
      if (input.length > head.limits.memoryBytes) {
        return withState(failedStep("memory", head.usage), program, {}, { before });
      }
      return runStep(program, { entry: "settle", input, base: head.base, state }, before, signal);
    },
    close: async () => pool.close(),
  };
}
