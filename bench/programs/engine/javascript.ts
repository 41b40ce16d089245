import { createQuickJsSandbox, createSnapshotSeal, type Sandbox } from "@toolcrib/code";
import { measure, round, type Timing } from "../timing/timing.ts";
import { results, smallPrograms, toolNames, twoPrograms } from "./programs.ts";

export interface JavaScriptResult {
  /** The first program of the process: compiles the engine and starts a thread. */
  readonly coldMilliseconds: number;
  /** From the code to the first call. */
  readonly start: Timing;
  /** From the snapshot to the end of the program. */
  readonly restore: Timing;
  /** The same with decrypting and unpacking. */
  readonly resume: Timing;
  readonly snapshotBytes: number;
  readonly sealedBytes: number;
  /** The snapshot of a program that holds 2,000 rows. */
  readonly snapshotBytesWithRows: number;
  /** A program that continues with what another left, from the state to its end and its own state. */
  readonly continued: Timing;
  readonly stateBytes: number;
}

const rowsProgram = `const rows = Array.from({ length: 2000 }, (_, id) => ({ id, city: "Berlin", amount: (id * 37) % 1000 }));
await tools.get_order({ id: 7 });
return rows.length;`;

export async function measureJavaScript(runs: number): Promise<JavaScriptResult> {
  const began = performance.now();
  const sandbox = createQuickJsSandbox();
  const start = { code: smallPrograms.javascript, tools: toolNames };
  try {
    await sandbox.start(start);
    const coldMilliseconds = round(performance.now() - began);
    const seal = createSnapshotSeal();
    const owner = "bench";
    const snapshot = await suspend(sandbox, smallPrograms.javascript);
    const sealed = seal.seal(snapshot, { owner, expiresAt: Date.now() + 3_600_000 });
    const end = async (given: Uint8Array) => {
      const step = await sandbox.resume(given, results);
      if (step.status !== "finished" || step.value !== 42) throw new Error(`Expected 42, got ${JSON.stringify(step)}`);
    };
    const nothing = () => undefined;
    const state = await leave(sandbox, twoPrograms.javascript[0]);
    await measure(Math.ceil(runs / 4), nothing, async () => end(await suspend(sandbox, smallPrograms.javascript)));
    return {
      coldMilliseconds,
      start: await measure(runs, nothing, () => sandbox.start(start)),
      restore: await measure(runs, nothing, () => end(snapshot)),
      resume: await measure(runs, nothing, () => end(seal.open(sealed, { owner }))),
      snapshotBytes: snapshot.length,
      sealedBytes: sealed.length,
      snapshotBytesWithRows: (await suspend(sandbox, rowsProgram)).length,
      continued: await measure(runs, nothing, () => continueWith(sandbox, state, twoPrograms.javascript[1])),
      stateBytes: state.length,
    };
  } finally {
    await sandbox.close();
  }
}

/** What a program leaves. */
export async function leave(sandbox: Sandbox, code: string): Promise<Uint8Array> {
  const step = await sandbox.start({ code, keepState: true });
  if (step.status !== "finished" || step.state === undefined)
    throw new Error(`Expected a state, got a program that is ${step.status}.`);
  return step.state;
}

/** Runs the second of the two programs. */
export async function continueWith(sandbox: Sandbox, state: Uint8Array, code: string): Promise<void> {
  const step = await sandbox.start({ code, state, keepState: true });
  if (step.status !== "finished" || step.value !== 42)
    throw new Error(`Expected 42, got a program that is ${step.status}.`);
}

/** The snapshot of a program that waits for its first call. */
export async function suspend(sandbox: Sandbox, code: string): Promise<Uint8Array> {
  const step = await sandbox.start({ code, tools: toolNames });
  if (step.status !== "waiting") throw new Error(`Expected a program that waits, got ${JSON.stringify(step)}`);
  return step.snapshot;
}
