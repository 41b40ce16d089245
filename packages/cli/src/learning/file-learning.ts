import type { BackgroundWrites, FrontLearning } from "@toolcrib/mcp";
import type { UsageHistory } from "@toolcrib/search";
import { writeHistoryFile } from "./write-history-file.ts";

/** Learns from the calls of a front with one user; with a file, what it learns is kept there. */
export function createFileLearning(
  history: UsageHistory,
  file: string | undefined,
  writes: BackgroundWrites,
): FrontLearning {
  return {
    history: () => history,
    note: (calls) => {
      let hasLearned = false;
      for (const { queries, names } of calls) {
        for (const name of names) {
          hasLearned = history.recordCall(queries, name) || hasLearned;
        }
      }
      if (hasLearned && file !== undefined) {
        writes.add({ name: "what was learned", file, write: () => writeHistoryFile(file, history) });
      }
    },
  };
}
