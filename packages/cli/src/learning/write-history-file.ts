import { writeFileAtomically } from "@toolcrib/mcp";
import type { UsageHistory } from "@toolcrib/search";
import { CommandError } from "../errors/command-error.ts";

/** Writes what was learned to a file that only the user can read. An existing file is replaced as a whole or not at all. */
export async function writeHistoryFile(file: string, history: UsageHistory): Promise<void> {
  try {
    await writeFileAtomically(file, `${JSON.stringify(history)}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) {
      throw error;
    }
    throw new CommandError("file_unwritable", { file, reason: code });
  }
}
