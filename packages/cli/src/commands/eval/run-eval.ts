import type { EmbedderName, RankerName, SearchableTool, ToolIndex, UsageHistory } from "@toolcrib/search";
import { usesMeaning } from "@toolcrib/search";
import { buildIndex } from "../../indexing/build-index.ts";
import { readHistoryFile } from "../../learning/read-history-file.ts";
import type { Output } from "../../output/console-output.ts";
import { checkResultFile, writeResultFile } from "../../output/write-result-file.ts";
import { type GradedQuery, readQueries } from "../../reading/read-queries.ts";
import { readTools } from "../../reading/read-tools.ts";
import { compareMeasurements } from "./compare-measurements.ts";
import { createEvalReport, type EvalReport } from "./eval-report.ts";
import { writeFailurePage } from "./failure-page.ts";
import { type MeasuredQuery, measureQueries } from "./measure-queries.ts";
import { writePerQueryLines } from "./per-query-lines.ts";
import { printComparison } from "./print-comparison.ts";
import { printEvalReport } from "./print-eval-report.ts";
import { fixedCutoff } from "./score-queries.ts";
import { warnAboutMeasurement } from "./warn-about-measurement.ts";

/** The options of `toolcrib eval`. */
export interface EvalOptions {
  readonly tools: readonly string[];
  readonly queries: string;
  readonly ranker: RankerName;
  readonly embedder?: EmbedderName;
  readonly languages?: true;
  /** A file with what was learned from calls. */
  readonly history?: string;
  /** Two rankers to compare, instead of measuring one. */
  readonly compare?: readonly [RankerName, RankerName];
  readonly k: readonly number[];
  readonly perQuery?: string;
  readonly html?: string;
  readonly json?: true;
}

interface Evaluation {
  readonly measured: readonly MeasuredQuery[];
  readonly report: EvalReport;
}

/** Measures a ranker, or two of them on the same queries, and prints the report. */
export async function runEval(options: EvalOptions, output: Output): Promise<void> {
  await checkResultFiles(options);
  const tools = await readTools(options.tools);
  const queries = await readQueries(options.queries);
  const usage = options.history === undefined ? undefined : await readHistoryFile(options.history);
  const rankers = options.compare ?? [options.ranker];
  // One index serves both rankers: with vectors if either needs them.
  const { index, indexMs } = await buildIndex(
    tools,
    { ...options, ranker: rankers.find(usesMeaning) ?? rankers[0] },
    output,
  );
  const evaluations: Evaluation[] = [];
  for (const ranker of rankers) {
    evaluations.push(await evaluate({ ranker, index, usage, indexMs, tools, queries, cutoffs: options.k }, output));
  }
  await writeFiles(options, evaluations, tools);
  const [first, second] = evaluations as [Evaluation, Evaluation?];
  if (second === undefined) {
    printOne(first.report, options, output);
    return;
  }
  const differences = compareMeasurements(first.measured, second.measured, options.k);
  if (options.json) {
    const compared = rankers.map((ranker) => ranker);
    output.print(JSON.stringify({ compared, reports: [first.report, second.report], differences }));
  } else {
    printComparison([first.report, second.report], differences, output);
  }
}

function printOne(report: EvalReport, { json }: EvalOptions, output: Output): void {
  if (json) {
    output.print(JSON.stringify(report));
  } else {
    printEvalReport(report, output);
  }
}

interface RankerRun {
  readonly ranker: RankerName;
  readonly index: ToolIndex;
  readonly usage: UsageHistory | undefined;
  readonly indexMs: number;
  readonly tools: readonly SearchableTool[];
  readonly queries: readonly GradedQuery[];
  readonly cutoffs: readonly number[];
}

async function evaluate(
  { ranker, index, usage, indexMs, tools, queries, cutoffs }: RankerRun,
  output: Output,
): Promise<Evaluation> {
  const limit = Math.max(...cutoffs, fixedCutoff.ndcg);
  const measured = await measureQueries({ index, queries, ranker, limit, usage }, output);
  warnAboutMeasurement({ measured, tools, ranker }, output);
  return { measured, report: createEvalReport({ ranker, toolCount: tools.length, cutoffs, measured, indexMs }) };
}

/** Measuring may take minutes, so a file that cannot be written is reported before. */
async function checkResultFiles({ tools, queries, history, perQuery, html }: EvalOptions): Promise<void> {
  const taken = [
    ...tools.map((file) => ({ option: "--tools", file })),
    { option: "--queries", file: queries },
    ...(history === undefined ? [] : [{ option: "--history", file: history }]),
  ];
  for (const [option, file] of Object.entries({ "--per-query": perQuery, "--html": html })) {
    if (file !== undefined) {
      await checkResultFile({ option, file }, taken);
      taken.push({ option, file });
    }
  }
}

/** With two rankers, both are in the file of lines, and the page shows the failures of the second. */
async function writeFiles(
  { perQuery, html, k }: EvalOptions,
  evaluations: readonly Evaluation[],
  tools: readonly SearchableTool[],
): Promise<void> {
  if (perQuery !== undefined) {
    const lines = evaluations.map(({ measured, report }) => writePerQueryLines(measured, report.ranker, k));
    await writeResultFile(perQuery, lines.join(""));
  }
  const last = evaluations.at(-1);
  if (html !== undefined && last !== undefined) {
    await writeResultFile(html, writeFailurePage({ ...last, tools }));
  }
}
