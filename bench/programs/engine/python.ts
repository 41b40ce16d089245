import { setTimeout as wait } from "node:timers/promises";
import { createPythonSandbox, type Sandbox } from "@toolcrib/code";
import { measure, round, type Timing } from "../timing/timing.ts";
import { continueWith, leave, suspend } from "./javascript.ts";
import { results, smallPrograms, toolNames, twoPrograms } from "./programs.ts";

export interface PythonResult {
  /** The first program of the process: compiles the engine and starts an interpreter. */
  readonly coldMilliseconds: number;
  /** With an interpreter that was started ahead. */
  readonly warmStart: Timing;
  /** One program right after the other: each waits for its interpreter. */
  readonly busyStart: Timing;
  /** With an interpreter that was kept for the waiting program. */
  readonly keptResume: Timing;
  /** By replay, as after a restart, with an interpreter that was started ahead. */
  readonly replayedResume: Timing;
  readonly snapshotBytes: number;
  /** A program that continues with what another left, with the interpreter that was kept. */
  readonly keptContinued: Timing;
  /** The same by replay, with an interpreter that was started ahead. */
  readonly replayedContinued: Timing;
  readonly stateBytes: number;
}

/** Long enough for the next interpreter to be ready. */
const pauseMilliseconds = 1_500;
const pause = async () => wait(pauseMilliseconds);

export async function measurePython(runs: number): Promise<PythonResult> {
  const began = performance.now();
  const sandbox = createPythonSandbox();
  const replaying = createPythonSandbox({ maxLive: 0 });
  const start = { code: smallPrograms.python, tools: toolNames };
  try {
    await sandbox.start(start);
    const coldMilliseconds = round(performance.now() - began);
    const snapshot = await suspend(replaying, smallPrograms.python);
    const [first, second] = twoPrograms.python;
    const state = await leave(replaying, first);
    return {
      coldMilliseconds,
      warmStart: await measure(runs, pause, () => sandbox.start(start)),
      busyStart: await measure(
        runs,
        () => undefined,
        () => sandbox.start(start),
      ),
      keptResume: await measure(
        runs,
        () => suspend(sandbox, smallPrograms.python),
        (given) => end(sandbox, given),
      ),
      replayedResume: await measure(runs, pause, () => end(replaying, snapshot)),
      snapshotBytes: snapshot.length,
      keptContinued: await measure(
        runs,
        () => leave(sandbox, first),
        (given) => continueWith(sandbox, given, second),
      ),
      replayedContinued: await measure(runs, pause, () => continueWith(replaying, state, second)),
      stateBytes: state.length,
    };
  } finally {
    await Promise.all([sandbox.close(), replaying.close()]);
  }
}

async function end(sandbox: Sandbox, snapshot: Uint8Array): Promise<void> {
  const step = await sandbox.resume(snapshot, results);
  if (step.status !== "finished" || step.value !== 42) throw new Error(`Expected 42, got ${JSON.stringify(step)}`);
}
