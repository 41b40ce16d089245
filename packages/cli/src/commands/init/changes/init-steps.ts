import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "../../../errors/command-error.ts";
import { dataFolder } from "../../../servers/data-folder.ts";
import type { FileChange } from "./apply-changes.ts";
import type { Exclusion } from "./git-state.ts";
import { createReversePatch } from "./reverse-patch.ts";

/** One file that `init` wrote, and how it was before. */
export interface InitStep {
  /** Whose file it is. */
  readonly client: string;
  readonly path: string;
  /** The copy of what was there; null where the file was new. */
  readonly backup: string | null;
  /** Of what was written: another one now means that somebody changed the file since. */
  readonly sha256: string;
  /** From what was written to what was there: undoes the change in a file that changed elsewhere since. */
  readonly reversePatch: string;
  /** What keeps the file, its copy and this record out of commits. */
  readonly exclusions?: readonly Exclusion[];
}

/** Where the steps are kept. They quote what was changed, also secrets. */
export function stepsFile(): string {
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
  await writeWhole(stepsFile(), `${JSON.stringify({ steps }, null, 2)}\n`);
}

/** Writes a file, and first copies the old one byte for byte to the name given for that. */
export async function writeWithBackup(
  { client, path, before, after }: FileChange,
  backup: string | null,
): Promise<InitStep> {
  if (backup !== null) {
    await explained(backup, () => copyFile(path, backup));
  }
  await writeWhole(path, after);
  const reversePatch = createReversePatch(before ?? "", after);
  return { client, path, backup, sha256: hashOf(Buffer.from(after)), reversePatch };
}

/** Writes a file as a whole or not at all, where a link leads to; a full disk must not cost a client its config. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await explained(path, async () => {
    const target = await followLinks(path);
    await mkdir(dirname(target), { recursive: true });
    // Servers' entries may hold keys: a new file is for its owner alone.
    const mode = await stat(target).then(
      (before) => before.mode,
      () => 0o600,
    );
    const unfinished = `${target}.${process.pid}.tmp`;
    try {
      await writeFile(unfinished, text, { mode });
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    }
  });
}

const maxLinks = 40;

/** The file behind a link, or behind links to links, also if there is no such file yet. */
export async function followLinks(path: string): Promise<string> {
  let file = path;
  for (let links = 0; links < maxLinks; links++) {
    const link = await readlink(file).catch(() => undefined);
    if (link === undefined) break;
    file = resolve(await realpath(dirname(file)), link);
  }
  return file;
}

/** Explains failures of the file system: a full disk or a missing permission is not an internal error. */
export async function explained(file: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError("file_unwritable", { file, reason: code });
  }
}

/** A name for the copy of a file. */
export async function freeBackupName(path: string): Promise<string> {
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
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    if (code === undefined) throw error;
    throw new CommandError("file_unreadable", { file: path, reason: code });
  }
}

/** A config as text; it is rejected if it is not UTF-8, because writing it back would lose bytes. */
export async function readConfigText(path: string): Promise<string | null> {
  const bytes = await readFileOrNull(path);
  if (bytes === null) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandError("client_config_invalid", { file: path, expected: "UTF-8 text", received: "other bytes" });
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
