import { createInterface } from "node:readline/promises";
import type { Output } from "../../../output/console-output.ts";
import { addExclusion, isSame, neededExclusions, removeExclusion } from "./exclusions.ts";
import { diskFiles } from "./file-access.ts";
import type { Exclusion } from "./git-state.ts";
import { freeBackupName, type InitStep, readSteps, stepsFile, writeSteps, writeWithBackup } from "./init-steps.ts";

/** A file that `init` writes. */
export interface FileChange {
  /** Whose file it is. */
  readonly client: string;
  readonly path: string;
  /** Null if there is none yet. */
  readonly before: string | null;
  readonly after: string;
  /** Whether what is written holds secrets, so that it must not be committed. */
  readonly isPrivate?: boolean;
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
    steps.push(await applyChange(change, steps));
    // After each file, so that a failure in the middle can be undone too.
    await writeSteps(steps);
  }
  return true;
}

/** Excludes what must not be committed before it is written: anything else may look at the folder in between. */
async function applyChange(change: FileChange, steps: readonly InitStep[]): Promise<InitStep> {
  const backup = change.before === null ? null : await freeBackupName(change.path);
  const earlier = steps.flatMap(({ exclusions = [] }) => exclusions);
  const needed = await neededExclusions(privateFiles(change, backup), earlier);
  const added: Exclusion[] = [];
  try {
    for (const { file, line, isNew } of needed) {
      if (!isNew) continue;
      await addExclusion({ file, line });
      added.push({ file, line });
    }
    const step = await writeWithBackup(change, backup);
    return needed.length === 0 ? step : { ...step, exclusions: needed.map(({ file, line }) => ({ file, line })) };
  } catch (error) {
    for (const exclusion of added) await removeExclusion(exclusion, diskFiles).catch(() => false);
    throw error;
  }
}

/** What the changes add to files of git, without changing anything. */
export async function planExclusions(changes: readonly FileChange[]): Promise<readonly Exclusion[]> {
  const planned = changes.map(async (change) => {
    const backup = change.before === null ? null : await freeBackupName(change.path);
    return neededExclusions(privateFiles(change, backup), []);
  });
  const exclusions = (await Promise.all(planned)).flat().map(({ file, line }) => ({ file, line }));
  return exclusions.filter((one, index) => exclusions.findIndex((other) => isSame(one, other)) === index);
}

/** A copy of a private file, and the record of what was changed in it, are nothing to commit whatever they hold. */
function privateFiles({ path, isPrivate }: FileChange, backup: string | null): readonly string[] {
  return [...(backup === null ? [] : [backup]), ...(isPrivate ? [path] : []), stepsFile()];
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
