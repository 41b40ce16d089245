import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import type { Output } from "../../output/console-output.ts";
import { type InitStep, readSteps, undoStep, writeSteps } from "./init-steps.ts";

/** Puts back, byte for byte, what `init` changed, the newest change first. */
export async function undoInit({ force, json }: { force?: true; json?: true }, output: Output): Promise<ExitCode> {
  const steps = await readSteps();
  const restored: string[] = [];
  const left: InitStep[] = [];
  for (const step of steps.toReversed()) {
    // Below a file that stays as it is, older changes of the same file stay too.
    const isBlocked = left.some(({ path }) => path === step.path);
    if (!isBlocked && (await undoStep(step, force === true))) {
      restored.push(step.path);
    } else {
      left.unshift(step);
    }
  }
  await writeSteps(left);
  const changedSince = [...new Set(left.map(({ path }) => path))];
  if (json) {
    output.print(JSON.stringify({ restored, changedSince }));
  } else {
    for (const path of restored) {
      output.print(`restored ${path}`);
    }
    for (const path of changedSince) {
      output.print(`skipped ${path}: it changed since; use --force to restore it anyway`);
    }
    if (steps.length === 0) {
      output.print("Nothing to undo.");
    }
  }
  return changedSince.length > 0 ? exitCodes.problemsFound : exitCodes.success;
}
