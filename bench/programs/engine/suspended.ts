import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createQuickJsSandbox, createSnapshotSeal } from "@toolcrib/code";
import { suspend } from "./javascript.ts";
import { results } from "./programs.ts";

export interface SuspendedResult {
  readonly programs: number;
  /** Threads of this process before the first program, and while all programs wait. Undefined if the system does not tell. */
  readonly threadsBefore: number | undefined;
  readonly threadsWhileWaiting: number | undefined;
  readonly childProcesses: number | undefined;
  /** What the programs take, wherever they are kept. */
  readonly bytes: number;
  /** How many of them another sandbox resumed to the right value. */
  readonly resumed: number;
}

/** Long enough for threads to end. */
const settleMilliseconds = 1_000;

/** Suspends many programs, ends everything that ran them, and resumes them elsewhere. */
export async function measureSuspended(programs: number): Promise<SuspendedResult> {
  const seal = createSnapshotSeal();
  const owner = "bench";
  await wait(settleMilliseconds);
  const threadsBefore = countThreads();
  const sandbox = createQuickJsSandbox({ idleMilliseconds: 50 });
  const sealed: Uint8Array[] = [];
  for (let index = 0; index < programs; index++) {
    const snapshot = await suspend(
      sandbox,
      `const { total } = await tools.get_order({ id: 7 }); return total + ${index};`,
    );
    sealed.push(seal.seal(snapshot, { owner, expiresAt: Date.now() + 3_600_000 }));
  }
  // The threads end by themselves; the sandbox is still open.
  await wait(settleMilliseconds);
  const threadsWhileWaiting = countThreads();
  const childProcesses = countChildren();
  await sandbox.close();
  const other = createQuickJsSandbox();
  let resumed = 0;
  for (const [index, bytes] of sealed.entries()) {
    const step = await other.resume(seal.open(bytes, { owner }), results);
    if (step.status === "finished" && step.value === 21 + index) resumed++;
  }
  await other.close();
  const bytes = sealed.reduce((sum, each) => sum + each.length, 0);
  return { programs, threadsBefore, threadsWhileWaiting, childProcesses, bytes, resumed };
}

function countThreads(): number | undefined {
  return process.platform === "linux" ? readdirSync("/proc/self/task").length : undefined;
}

/** Children of all threads of this process. */
function countChildren(): number | undefined {
  if (process.platform !== "linux") return undefined;
  return process.getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;
}
