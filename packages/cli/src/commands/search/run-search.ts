import { buildIndex } from "../../indexing/build-index.ts";
import type { Output } from "../../output/console-output.ts";
import { roundTo } from "../../output/numbers.ts";
import { printAnswer } from "../../output/print-answer.ts";
import { type ExitCode, exitCodes } from "../../program/exit-codes.ts";
import { readTools } from "../../reading/read-tools.ts";

/** The options of `toolcrib search`. */
export interface SearchOptions {
  readonly tools: readonly string[];
  readonly ranker: string;
  readonly limit: number;
  readonly explain?: true;
  readonly json?: true;
}

/** Searches once and prints the answer. */
export async function runSearch(query: string, options: SearchOptions, output: Output): Promise<ExitCode> {
  const { ranker, limit } = options;
  const tools = await readTools(options.tools);
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
  const { index, indexMs } = await buildIndex(tools, ranker, output);
  const start = performance.now();
  const answer = await index.search(query, { ranker, limit });
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
  return answer.hits.length > 0 ? exitCodes.success : exitCodes.nothingFound;
}
