import { writeFile } from "node:fs/promises";
import { CommandError } from "../errors/command-error.ts";

/** Writes a file that the user named. A full disk or a missing folder is the user's to fix, not an internal error. */
export async function writeResultFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) {
      throw error;
    }
    throw new CommandError("file_unwritable", { file, reason: code });
  }
}
