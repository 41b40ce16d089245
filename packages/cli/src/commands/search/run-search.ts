import type { EmbedderName, RankerName, SearchableTool } from "@toolcrib/search";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import { buildIndex } from "../../indexing/build-index.ts";
import { readHistoryFile } from "../../learning/read-history-file.ts";
import type { Output } from "../../output/console-output.ts";
import { roundTo } from "../../output/numbers.ts";
import { printAnswer } from "../../output/print-answer.ts";
import { readTools } from "../../reading/read-tools.ts";

/** The options of `toolcrib search`. */
export interface SearchOptions {
  readonly tools?: readonly string[];
  readonly config?: readonly string[];
  readonly wait: number;
  readonly ranker: RankerName;
  readonly embedder?: EmbedderName;
  readonly languages?: true;
  /** A file with what was learned from calls. */
  readonly history?: string;
  readonly limit: number;
  readonly explain?: true;
  readonly json?: true;
}

/** Searches once and prints the answer. */
export async function runSearch(query: string, options: SearchOptions, output: Output): Promise<ExitCode> {
  const { ranker, limit } = options;
  const usage = options.history === undefined ? undefined : await readHistoryFile(options.history);
  const tools = await readAllTools(options, output);
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
  const { index, indexMs } = await buildIndex(tools, options, output);
  const start = performance.now();
  const answer = await index.search(query, { ranker, limit, usage });
  const searchMs = performance.now() - start;

  if (options.json) {
    const hits = answer.hits.map(({ name, score, why }) => {
      const { description = null, server = null } = toolsByName.get(name) ?? {};
      return { name, description, server, score, why };
    });
    const times = { searchMs: roundTo(3, searchMs), indexMs: roundTo(3, indexMs) };
    output.print(JSON.stringify({ query, ...answer, hits, ...times }));
  } else {
    printAnswer({ answer, toolsByName, reasons: options.explain ? "full" : "none" }, output);
  }
  return answer.hits.length + answer.candidates.length > 0 ? exitCodes.success : exitCodes.nothingFound;
}

/** The tools of the files that were named; else those of servers, which take longer to load. */
async function readAllTools(options: SearchOptions, output: Output): Promise<readonly SearchableTool[]> {
  if (options.tools !== undefined && options.config === undefined) {
    return readTools(options.tools);
  }
  const { collectTools } = await import("../../servers/collect-tools.ts");
  const { tools, servers, problems } = await collectTools(options, output);
  for (const problem of problems) {
    output.warn(problem);
  }
  for (const { name, state, reason } of servers) {
    if (state === "failed") {
      output.warn(`the tools of ${name} are missing because the server failed: ${reason ?? "unknown reason"}`);
    }
  }
  return tools;
}
