import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { Interval } from "../../metrics/bootstrap.ts";
import type { Output } from "../../output/console-output.ts";
import { formatDuration } from "../../output/numbers.ts";
import { plainText } from "../../output/plain-text.ts";
import type { EvalReport, KindReport } from "./eval-report.ts";
import { scoreRows } from "./score-rows.ts";

export const labelWidth = 17;

/** Prints a report as a small table, then one for each kind of query. */
export function printEvalReport(report: EvalReport, output: Output): void {
  const { style } = output;
  output.print(style.bold(`${report.ranker} over ${formatCountOf(report.tools, "tool")}`));
  printScores(report, output);
  output.print();
  const { p50, p99 } = report.latencyMs;
  output.print(`${"latency".padEnd(labelWidth)}p50 ${formatTime(p50)}, p99 ${formatTime(p99)} per query`);
  output.print(`${"index".padEnd(labelWidth)}${formatDuration(report.indexMs)}`);
  for (const [kind, ofKind] of Object.entries(report.kinds ?? {})) {
    output.print();
    output.print(style.bold(plainText(kind)));
    printScores(ofKind, output);
  }
}

function printScores(report: EvalReport | KindReport, output: Output): void {
  output.print(
    `${formatCountOf(report.queries, "query", "queries")}: ${formatCount(report.answerable)} answerable, ${formatCount(report.unanswerable)} unanswerable`,
  );
  output.print();
  for (const { label, value, interval } of scoreRows(report)) {
    output.print(`${label.padEnd(labelWidth)}${formatScore(value)}  ${output.style.dim(formatInterval(interval))}`);
  }
}

export function formatScore(value: number | null): string {
  return value === null ? "–    " : value.toFixed(3).replace("-", "−");
}

export function formatInterval(interval: Interval | null): string {
  return interval === null ? "not measured" : `95 %: ${formatScore(interval[0])} to ${formatScore(interval[1])}`;
}

function formatTime(milliseconds: number | null): string {
  return milliseconds === null ? "–" : formatDuration(milliseconds);
}
