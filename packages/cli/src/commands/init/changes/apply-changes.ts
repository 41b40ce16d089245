import { createInterface } from "node:readline/promises";
import type { Output } from "../../../output/console-output.ts";
import { readSteps, writeSteps, writeWithBackup } from "./init-steps.ts";

/** A file that `init` writes. */
export interface FileChange {
  /** Whose file it is. */
  readonly client: string;
  readonly path: string;
  /** Null if there is none yet. */
  readonly before: string | null;
  readonly after: string;
}

export interface ApplyOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** Writes the files, after a confirmation on a terminal; false if nothing was written. Every door of `init` goes through here. */
export async function applyChanges(
  changes: readonly FileChange[],
  { dryRun, yes, json }: ApplyOptions,
  output: Output,
): Promise<boolean> {
  const asksFirst = output.isInteractive && !yes && !json;
  if (dryRun || (asksFirst && !(await isWanted()))) {
    return false;
  }
  const steps = [...(await readSteps())];
  for (const change of changes) {
    steps.push(await writeWithBackup(change));
    // After each file, so that a failure in the middle can be undone too.
    await writeSteps(steps);
  }
  return true;
}

async function isWanted(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question("Change these files? A backup of each is kept next to it. [Y/n] ");
    return /^\s*(y(es)?)?\s*$/i.test(answer);
  } finally {
    terminal.close();
  }
}
