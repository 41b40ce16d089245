import { UsageHistory } from "@toolcrib/search";
import { describeValue, isToolcribError } from "@toolcrib/shared/errors";
import { CommandError } from "../errors/command-error.ts";
import { readText } from "../reading/read-text.ts";

/** Reads what was learned from a file. It may come from anywhere, and is validated. */
export async function readHistoryFile(file: string): Promise<UsageHistory> {
  return parseHistory(file, await readText(file));
}

/** The same, or an empty history if there is no such file yet. */
export async function openHistoryFile(file: string): Promise<UsageHistory> {
  try {
    return await readHistoryFile(file);
  } catch (error) {
    if (error instanceof CommandError && error.code === "file_unreadable" && error.message.includes("no such file")) {
      return new UsageHistory();
    }
    throw error;
  }
}

function parseHistory(file: string, text: string): UsageHistory {
  try {
    return UsageHistory.fromJSON(parseJson(file, text));
  } catch (error) {
    if (!isToolcribError(error) || error instanceof CommandError) {
      throw error;
    }
    const { expected, received } = error.details as { readonly expected: string; readonly received: string };
    throw new CommandError("history_invalid", { file, expected, received });
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError("history_invalid", { file, expected: "JSON", received: describeValue(text) });
  }
}
