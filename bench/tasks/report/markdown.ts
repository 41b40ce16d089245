import { kinds, type MeasuredSetUp, type Row } from "../run/measure.ts";
import { count, decimal, dollars, percent, times, withInterval } from "./format.ts";

const head = [
  "set-up",
  "right",
  "model calls",
  "searches",
  "first prompt",
  "input tokens",
  "output",
  "cached cold, warm",
  "cost, cold cache",
  "cost, warm cache",
  "cold to oracle",
  "warm to oracle",
  "failed calls",
  "prefix breaks",
  "refused",
  "time",
];

/** The tables of the report: one of all tasks, and one a kind. */
export function writeMarkdown(measured: readonly MeasuredSetUp[]): string {
  const tables = [
    { title: "All tasks", rows: measured.map(({ title, all }) => ({ title, row: all })) },
    ...kinds.flatMap((kind) => {
      const rows = measured.flatMap(({ title, byKind }) => {
        const row = byKind[kind];
        return row === undefined ? [] : [{ title, row }];
      });
      return rows.length === 0 ? [] : [{ title: `Kind: ${kind}`, rows }];
    }),
  ];
  return tables.map(({ title, rows }) => `## ${title}\n\n${writeTable(rows)}\n`).join("\n");
}

function writeTable(rows: readonly { readonly title: string; readonly row: Row }[]): string {
  const lines = [head, head.map(() => "---"), ...rows.map(({ title, row }) => cellsOf(title, row))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cellsOf(title: string, row: Row): readonly string[] {
  const { toOracle } = row;
  return [
    title,
    `${row.right}/${row.tasks}${row.offTranscript === 0 ? "" : ` (${row.offTranscript} off transcript)`}`,
    withInterval(row.modelCalls, decimal),
    decimal(row.searches),
    count(row.firstPrompt),
    withInterval(row.inputTokens, count),
    count(row.outputTokens),
    `${percent(row.cachedShare)}, ${percent(row.cachedShareWarm)}`,
    withInterval(row.costCold, dollars),
    withInterval(row.costWarm, dollars),
    toOracle === undefined ? "" : withInterval(toOracle.costCold, times),
    toOracle === undefined ? "" : withInterval(toOracle.costWarm, times),
    String(row.failedCalls),
    String(row.prefixBreaks),
    String(row.refusals),
    `${row.seconds.toFixed(1)} s`,
  ];
}
