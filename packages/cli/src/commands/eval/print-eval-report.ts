import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { Interval } from "../../metrics/bootstrap.ts";
import type { Output } from "../../output/console-output.ts";
import { formatDuration } from "../../output/numbers.ts";
import type { EvalReport } from "./eval-report.ts";

const labelWidth = 15;

/** Prints a report as a small table. */
export function printEvalReport(report: EvalReport, output: Output): void {
  const { style } = output;
  const { answerable, unanswerable, intervals } = report;
  const printRow = (label: string, value: number | null, interval: Interval | null): void => {
    output.print(`${label.padEnd(labelWidth)}${formatShare(value)}  ${style.dim(formatInterval(interval))}`);
  };

  output.print(style.bold(`${report.ranker} over ${formatCountOf(report.tools, "tool")}`));
  output.print(
    `${formatCountOf(report.queries, "query", "queries")}: ${formatCount(answerable)} answerable, ${formatCount(unanswerable)} unanswerable`,
  );
  output.print();
  for (const [cutoff, value] of Object.entries(report.recall)) {
    printRow(`recall@${cutoff}`, value, intervals.recall[cutoff] ?? null);
  }
  printRow("MRR", report.mrr, intervals.mrr);
  printRow("nDCG@10", report.ndcg10, intervals.ndcg10);
  printRow("false returns", report.falseReturns, intervals.falseReturns);
  printRow("refused", report.refused, intervals.refused);
  output.print();
  const { p50, p99 } = report.latencyMs;
  output.print(`${"latency".padEnd(labelWidth)}p50 ${formatTime(p50)}, p99 ${formatTime(p99)} per query`);
  output.print(`${"index".padEnd(labelWidth)}${formatDuration(report.indexMs)}`);
}

function formatShare(value: number | null): string {
  return value === null ? "–    " : value.toFixed(3);
}

function formatInterval(interval: Interval | null): string {
  return interval === null ? "not measured" : `95 %: ${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}`;
}

function formatTime(milliseconds: number | null): string {
  return milliseconds === null ? "–" : formatDuration(milliseconds);
}
