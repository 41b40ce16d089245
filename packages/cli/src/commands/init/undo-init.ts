import { copyFile, rm } from "node:fs/promises";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import type { Output } from "../../output/console-output.ts";
import {
  explained,
  hashOf,
  type InitStep,
  readFileOrNull,
  readSteps,
  writeSteps,
  writeWhole,
} from "./changes/init-steps.ts";
import { applyReversePatch } from "./changes/reverse-patch.ts";

interface UndoOptions {
  readonly force?: true;
  readonly json?: true;
}

type Outcome = "restored" | "taken out" | "skipped";

/** Undoes what `init` changed, the newest change first; with a client, only what was done to its files. */
export async function undoInit({ force, json }: UndoOptions, output: Output, client?: string): Promise<ExitCode> {
  const steps = await readSteps();
  // One file may have been changed several times.
  const restored = new Set<string>();
  const takenOut = new Set<string>();
  const left: InitStep[] = [];
  const changedSince = new Set<string>();
  for (const step of steps.toReversed()) {
    // Below a file that stays as it is, older changes of the same file stay too.
    const isOurs = (client === undefined || step.client === client) && !changedSince.has(step.path);
    const outcome = isOurs ? await undoStep(step, force === true) : undefined;
    if (outcome === "restored") restored.add(step.path);
    else if (outcome === "taken out") takenOut.add(step.path);
    else left.unshift(step);
    if (outcome === "skipped") changedSince.add(step.path);
  }
  await writeSteps(left);
  if (json) {
    output.print(JSON.stringify({ restored: [...restored], takenOut: [...takenOut], changedSince: [...changedSince] }));
  } else {
    for (const path of restored) output.print(`restored ${path}`);
    for (const path of takenOut) output.print(`removed our changes from ${path}; what changed since is kept`);
    for (const path of changedSince) {
      output.print(`skipped ${path}: it changed since; use --force to restore it anyway`);
    }
    if (restored.size + takenOut.size + changedSince.size === 0) output.print("Nothing to undo.");
  }
  return changedSince.size > 0 ? exitCodes.problemsFound : exitCodes.success;
}

/** An unchanged file gets its bytes back; in a file that changed since, only our change is taken out. */
async function undoStep({ path, backup, sha256, reversePatch }: InitStep, isForced: boolean): Promise<Outcome> {
  const now = await readFileOrNull(path);
  const hasBackup = backup === null || (await readFileOrNull(backup)) !== null;
  if (hasBackup && (now === null || hashOf(now) === sha256 || isForced)) {
    await explained(path, async () => {
      if (backup === null) await rm(path, { force: true });
      else await copyFile(backup, path);
    });
    if (backup !== null) await rm(backup);
    return "restored";
  }
  const text =
    now === null || backup === null ? undefined : applyReversePatch(path, now.toString("utf8"), reversePatch);
  if (text === undefined) {
    return "skipped";
  }
  await writeWhole(path, text);
  if (backup !== null) await rm(backup, { force: true });
  return "taken out";
}
