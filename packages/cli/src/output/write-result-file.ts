import { access, constants, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CommandError } from "../errors/command-error.ts";

/** A file, and the option that names it. */
export interface NamedFile {
  readonly option: string;
  readonly file: string;
}

/** Checks before the work that a file can be written, and that it is none of the others. */
export async function checkResultFile({ option, file }: NamedFile, others: readonly NamedFile[]): Promise<void> {
  const identity = await identityOf(file);
  for (const other of others) {
    if ((await identityOf(other.file)) === identity) {
      throw new CommandError("file_in_use", { file, option, other: other.option });
    }
  }
  await orUnwritable(file, access(dirname(resolve(file)), constants.W_OK));
}

/** The same for all names of a file, links among them. */
async function identityOf(file: string): Promise<string> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return resolve(file);
  }
}

/** Writes a file that the user named. A full disk or a missing folder is the user's to fix, not an internal error. */
export async function writeResultFile(file: string, text: string): Promise<void> {
  await orUnwritable(file, writeFile(file, text));
}

/** Waits for an attempt to write a file; a problem of the file system is the user's to fix. */
export async function orUnwritable<Result>(file: string, attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) {
      throw error;
    }
    throw new CommandError("file_unwritable", { file, reason: code });
  }
}
