import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dataFolder } from "../../servers/data-folder.ts";

/** One file that `init` wrote, and how it was before. */
export interface InitStep {
  readonly path: string;
  /** The copy of what was there; null where the file was new. */
  readonly backup: string | null;
  /** Of what was written: another one now means that somebody changed the file since. */
  readonly sha256: string;
}

function stepsFile(): string {
  return join(dataFolder(), "init.json");
}

/** What was done and not undone yet, the oldest first. */
export async function readSteps(): Promise<readonly InitStep[]> {
  const text = await readFileOrNull(stepsFile());
  return text === null ? [] : (JSON.parse(text.toString("utf8")) as { steps: readonly InitStep[] }).steps;
}

export async function writeSteps(steps: readonly InitStep[]): Promise<void> {
  if (steps.length === 0) {
    await rm(stepsFile(), { force: true });
    return;
  }
  await mkdir(dirname(stepsFile()), { recursive: true });
  await writeFile(stepsFile(), `${JSON.stringify({ steps }, null, 2)}\n`, { mode: 0o600 });
}

/** Writes a file after a copy of what was there, byte for byte, beside it. */
export async function writeWithBackup(path: string, text: string): Promise<InitStep> {
  const before = await readFileOrNull(path);
  const backup = before === null ? null : await freeBackupName(path);
  if (backup !== null) {
    await copyFile(path, backup);
  }
  await mkdir(dirname(path), { recursive: true });
  // Servers' entries may hold keys: a new file is for its owner alone.
  await writeFile(path, text, before === null ? { mode: 0o600 } : {});
  return { path, backup, sha256: hashOf(Buffer.from(text)) };
}

/** Puts one file back as it was; false where somebody changed it since, and `isForced` is not set. */
export async function undoStep({ path, backup, sha256 }: InitStep, isForced: boolean): Promise<boolean> {
  const now = await readFileOrNull(path);
  if (now !== null && hashOf(now) !== sha256 && !isForced) {
    return false;
  }
  if (backup === null) {
    await rm(path, { force: true });
  } else {
    await copyFile(backup, path);
    await rm(backup);
  }
  return true;
}

async function freeBackupName(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = `${path}.before-toolcrib${number === 1 ? "" : `-${number}`}`;
    if ((await readFileOrNull(name)) === null) {
      return name;
    }
  }
}

export async function readFileOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null;
    }
    throw error;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
