import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { isSame, removeExclusion } from "./changes/exclusions.ts";
import { createDryFiles, diskFiles, type FileAccess } from "./changes/file-access.ts";
import type { Exclusion } from "./changes/git-state.ts";
import { type InitStep, readSteps, writeSteps } from "./changes/init-steps.ts";
import { undoStep } from "./undo-step.ts";

interface UndoOptions {
  readonly force?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Undoes what `init` changed, the newest change first; with a client, only what was done to its files. */
export async function undoInit(
  { force, dryRun, json }: UndoOptions,
  output: Output,
  client?: string,
): Promise<ExitCode> {
  const files = dryRun ? createDryFiles() : diskFiles;
  const steps = await readSteps();
  // One file may have been changed several times.
  const restored = new Set<string>();
  const removed = new Set<string>();
  const takenOut = new Map<string, Set<string>>();
  const left: InitStep[] = [];
  const undone: InitStep[] = [];
  const changedSince = new Set<string>();
  for (const step of steps.toReversed()) {
    // Below a file that stays as it is, older changes of the same file stay too.
    const isOurs = (client === undefined || step.client === client) && !changedSince.has(step.path);
    const { outcome, kept } = isOurs ? await undoStep(step, files, force === true) : { outcome: undefined, kept: [] };
    if (outcome === "restored") restored.add(step.path);
    else if (outcome === "removed") removed.add(step.path);
    else if (outcome === "taken out") takenOut.set(step.path, new Set([...(takenOut.get(step.path) ?? []), ...kept]));
    else left.unshift(step);
    if (left[0] !== step) undone.push(step);
    if (outcome === "removed") restored.delete(step.path);
    if (outcome === "skipped") changedSince.add(step.path);
  }
  if (!dryRun) await writeSteps(left);
  const unexcluded = await removeExclusions(undone, left, files);
  if (json) {
    const kept = [...takenOut].map(([path, settings]) => ({ path, settings: [...settings] }));
    output.print(
      JSON.stringify({
        isDone: !dryRun,
        restored: [...restored],
        removed: [...removed],
        takenOut: [...takenOut.keys()],
        unexcluded,
        kept: kept.filter(({ settings }) => settings.length > 0),
        changedSince: [...changedSince],
      }),
    );
  } else {
    const say = (done: string, planned: string): void => output.print(dryRun ? `would ${planned}` : done);
    for (const path of restored) say(`restored ${path}`, `restore ${path}`);
    for (const path of removed) say(`removed ${path}, which init had created`, `remove ${path}, which init created`);
    for (const [path, settings] of takenOut) {
      say(
        `removed our changes from ${path}; what changed since is kept`,
        `remove our changes from ${path}, and keep what changed since`,
      );
      if (settings.size > 0) output.print(`  changed since, so they stay: ${[...settings].map(plainText).join(", ")}`);
    }
    for (const { file, line } of unexcluded) {
      say(`removed ${plainText(line)} from ${file}`, `remove ${plainText(line)} from ${file}`);
    }
    for (const path of changedSince) {
      const remedy = `${path}: it changed since; use --force to restore it anyway`;
      say(`skipped ${remedy}`, `skip ${remedy}`);
    }
    const isNothing = restored.size + removed.size + takenOut.size + changedSince.size === 0;
    if (isNothing) output.print("Nothing to undo.");
    else if (dryRun) output.print("Nothing was changed.");
  }
  return changedSince.size > 0 ? exitCodes.problemsFound : exitCodes.success;
}

/** Takes out the lines of the undone steps that no other step needs. */
async function removeExclusions(
  undone: readonly InitStep[],
  left: readonly InitStep[],
  files: FileAccess,
): Promise<readonly Exclusion[]> {
  const needed = left.flatMap(({ exclusions = [] }) => exclusions);
  const removed: Exclusion[] = [];
  for (const exclusion of undone.flatMap(({ exclusions = [] }) => exclusions)) {
    const isKept = [...needed, ...removed].some((other) => isSame(other, exclusion));
    if (!isKept && (await removeExclusion(exclusion, files))) removed.push(exclusion);
  }
  return removed;
}
