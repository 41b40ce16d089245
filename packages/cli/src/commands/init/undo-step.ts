import { isDeepStrictEqual } from "node:util";
import { CommandError } from "../../errors/command-error.ts";
import type { FileAccess } from "./changes/file-access.ts";
import { hashOf, type InitStep } from "./changes/init-steps.ts";
import { applyForwards, applyReversePatch } from "./changes/reverse-patch.ts";
import { providerClients } from "./provider/provider-plan.ts";
import { type PutBack, parseConfig, putBack } from "./provider/put-back.ts";

/** What became of one change. */
export interface UndoneStep {
  readonly outcome: "restored" | "removed" | "taken out" | "skipped";
  /** Settings of ours that stay, because somebody changed them since. */
  readonly kept: readonly string[];
}

/** An unchanged file gets its bytes back; in a file that changed since, only our change is taken out. */
export async function undoStep(step: InitStep, files: FileAccess, isForced: boolean): Promise<UndoneStep> {
  const { path, backup, sha256 } = step;
  const now = await files.read(path);
  const before = backup === null ? Buffer.of() : await files.read(backup);
  if (before !== null && (now === null || hashOf(now) === sha256 || isForced)) {
    if (backup === null) {
      await files.remove(path);
      return { outcome: "removed", kept: [] };
    }
    await files.copy(backup, path);
    await files.remove(backup);
    return { outcome: "restored", kept: [] };
  }
  const undone = now === null ? undefined : takeOut(step, before?.toString("utf8"), now.toString("utf8"));
  if (undone === undefined) {
    return { outcome: "skipped", kept: [] };
  }
  const isEmpty = /^\s*(\{\s*\}\s*)?$/.test(undone.text);
  if (backup === null && isEmpty) await files.remove(path);
  else await files.write(path, undone.text);
  if (backup !== null) await files.remove(backup);
  return { outcome: "taken out", kept: undone.kept };
}

/** By lines, which keeps comments and empty lines as they are; by settings if that fails or would move a line to another table. */
function takeOut(step: InitStep, before: string | undefined, now: string): PutBack | undefined {
  const { path, backup, reversePatch } = step;
  const bySettings = before === undefined || !isOfProvider(step) ? undefined : takeOutSettings(step, before, now);
  if (backup === null && bySettings === undefined) return undefined;
  const byLines = applyReversePatch(now, reversePatch);
  const values = byLines === undefined ? undefined : readValues(path, byLines);
  if (byLines === undefined || values === undefined) return bySettings;
  const isSame = bySettings === undefined || isDeepStrictEqual(values, readValues(path, bySettings.text));
  return isSame ? { text: byLines, kept: bySettings?.kept ?? [] } : bySettings;
}

function isOfProvider({ client }: InitStep): boolean {
  return providerClients.some((name) => name === client);
}

function takeOutSettings({ path, reversePatch, sha256 }: InitStep, before: string, now: string): PutBack | undefined {
  const written = applyForwards(before, reversePatch);
  const isKnown = written !== undefined && hashOf(Buffer.from(written)) === sha256;
  return isKnown ? putBack(path, { before, written, now }) : undefined;
}

function readValues(path: string, text: string): unknown {
  try {
    return parseConfig(path, text);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
