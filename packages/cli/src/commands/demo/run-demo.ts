import type { SearchableTool, ToolIndex } from "@toolcrib/search";
import { buildIndex } from "../../indexing/build-index.ts";
import type { Output } from "../../output/console-output.ts";
import { roundTo } from "../../output/numbers.ts";
import { readTools } from "../../reading/read-tools.ts";
import { sampleFile } from "../../reading/sample-file.ts";
import { estimateTokens } from "../../tokens/estimate-tokens.ts";
import { askInALoop } from "./ask-in-a-loop.ts";
import { demoQueries } from "./demo-queries.ts";
import { type DemoAnswer, type DemoReport, printDemoAnswer, printDemoIntroduction } from "./demo-report.ts";

/** The options of `toolcrib demo`. */
export interface DemoOptions {
  readonly json?: true;
}

const hitsPerQuery = 3;

/** Runs the queries of the demo, and then those that somebody on a terminal asks. */
export async function runDemo(options: DemoOptions, output: Output): Promise<void> {
  const tools = await readTools([sampleFile]);
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
  const { index, indexMs } = await buildIndex(tools, { ranker: "hybrid" }, output);
  const report: DemoReport = {
    tools: tools.length,
    servers: new Set(tools.map(({ server }) => server)).size,
    indexMs: roundTo(3, indexMs),
    estimatedTokens: estimateTokens(tools),
  };
  // Once unseen, so that the times are those of a process that has been searching for a while.
  for (const { query } of demoQueries) {
    await index.search(query);
  }
  const ask = (query: string): Promise<DemoAnswer> => askIndex(query, index, toolsByName);

  if (options.json) {
    const answers = [];
    for (const { shows, query } of demoQueries) {
      answers.push({ shows, ...(await ask(query)) });
    }
    output.print(JSON.stringify({ ...report, answers }));
    return;
  }

  printDemoIntroduction(report, output);
  for (const { shows, query } of demoQueries) {
    output.print(output.style.bold(`${output.style.accent(`› ${query}`)}  (${shows})`));
    printDemoAnswer(await ask(query), { report, toolsByName }, output);
  }
  if (output.isInteractive) {
    await askInALoop(async (query) => printDemoAnswer(await ask(query), { report, toolsByName }, output), output);
  }
}

async function askIndex(
  query: string,
  index: ToolIndex,
  toolsByName: ReadonlyMap<string, SearchableTool>,
): Promise<DemoAnswer> {
  const start = performance.now();
  const answer = await index.search(query, { limit: hitsPerQuery });
  const searchMs = performance.now() - start;
  const found = answer.hits.flatMap(({ name }) => toolsByName.get(name) ?? []);
  return { query, answer, searchMs: roundTo(3, searchMs), estimatedTokens: estimateTokens(found) };
}
