import { formatCountOf } from "@toolcrib/shared/text";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import type { Difference, Differences, ScoreDifferences } from "./compare-measurements.ts";
import type { EvalReport, KindReport } from "./eval-report.ts";
import { formatInterval, formatScore, labelWidth } from "./print-eval-report.ts";
import { scoreRows } from "./score-rows.ts";

const columnWidth = 10;

/** Prints two reports side by side, with the differences and their intervals; then the same for each kind of query. */
export function printComparison(
  [first, second]: readonly [EvalReport, EvalReport],
  differences: Differences,
  output: Output,
): void {
  const { style } = output;
  const { ranker, tools, queries } = second;
  output.print(
    style.bold(
      `${ranker} against ${first.ranker}: ${formatCountOf(tools, "tool")}, ${formatCountOf(queries, "query", "queries")}`,
    ),
  );
  output.print();
  output.print(
    `${" ".repeat(labelWidth)}${first.ranker.padEnd(columnWidth)}${ranker.padEnd(columnWidth)}${"difference".padEnd(columnWidth + 2)}`.trimEnd(),
  );
  printRows([first, second], differences, output);
  for (const [kind, ofKind] of Object.entries(differences.kinds ?? {})) {
    const [before, after] = [first.kinds?.[kind], second.kinds?.[kind]];
    if (before !== undefined && after !== undefined) {
      output.print();
      output.print(style.bold(`${plainText(kind)}: ${formatCountOf(after.queries, "query", "queries")}`));
      printRows([before, after], ofKind, output);
    }
  }
}

function printRows(
  [first, second]: readonly [KindReport, KindReport],
  differences: ScoreDifferences,
  output: Output,
): void {
  const before = scoreRows(first);
  const listed = differenceList(differences);
  for (const [place, { label, value }] of scoreRows(second).entries()) {
    const { difference, interval } = listed[place] as Difference;
    const columns = [before[place]?.value ?? null, value].map((score) => formatScore(score).padEnd(columnWidth));
    const change = formatChange(difference).padEnd(columnWidth + 2);
    output.print(
      `${label.padEnd(labelWidth)}${columns.join("")}${change}${output.style.dim(formatInterval(interval))}`,
    );
  }
}

/** In the order of the rows. */
function differenceList(differences: ScoreDifferences): Difference[] {
  return [
    ...Object.values(differences.recall),
    differences.mrr,
    differences.ndcg10,
    ...Object.values(differences.loadedRecall),
    differences.loadedMean,
    differences.refused,
    differences.falseReturns,
  ];
}

function formatChange(difference: number | null): string {
  if (difference === null) {
    return "–";
  }
  return `${difference < 0 ? "" : "+"}${formatScore(difference)}`;
}
