import type { EmbedderName, RankerName } from "@toolcrib/search";
import { buildIndex } from "../../indexing/build-index.ts";
import type { Output } from "../../output/console-output.ts";
import { readQueries } from "../../reading/read-queries.ts";
import { readTools } from "../../reading/read-tools.ts";
import { createEvalReport, fixedCutoff } from "./eval-report.ts";
import { measureQueries } from "./measure-queries.ts";
import { printEvalReport } from "./print-eval-report.ts";
import { warnAboutMeasurement } from "./warn-about-measurement.ts";

/** The options of `toolcrib eval`. */
export interface EvalOptions {
  readonly tools: readonly string[];
  readonly queries: string;
  readonly ranker: RankerName;
  readonly embedder?: EmbedderName;
  readonly k: readonly number[];
  readonly json?: true;
}

/** Measures a ranker and prints the report. */
export async function runEval(options: EvalOptions, output: Output): Promise<void> {
  const { ranker } = options;
  const tools = await readTools(options.tools);
  const queries = await readQueries(options.queries);
  const { index, indexMs } = await buildIndex(tools, options, output);
  const limit = Math.max(...options.k, fixedCutoff.ndcg);
  const measured = await measureQueries({ index, queries, ranker, limit }, output);
  warnAboutMeasurement({ measured, tools, ranker }, output);
  const report = createEvalReport({ ranker, toolCount: tools.length, cutoffs: options.k, measured, indexMs });
  if (options.json) {
    output.print(JSON.stringify(report));
  } else {
    printEvalReport(report, output);
  }
}
