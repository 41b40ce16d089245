import { kinds, type MeasuredSetUp, type Row, type TaskFigures } from "../run/measure.ts";
import { count, decimal, dollars, percent, times } from "./format.ts";
import { styles } from "./styles.ts";

export interface About {
  readonly servers: number;
  readonly tools: number;
  /** Who played. */
  readonly player?: string | undefined;
}

/** A page without anything from elsewhere, to be opened from a disk or sent around. */
export function writeHtml(measured: readonly MeasuredSetUp[], about: About): string {
  const tasks = Math.max(0, ...measured.map(({ all }) => all.tasks));
  const player = about.player === undefined ? "" : `, played by ${escapeHtml(about.player)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Toolcrib: whole tasks</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1>What a task costs</h1>
<p>${count(tasks)} tasks over ${count(about.tools)} tools of ${count(about.servers)} servers${player}. Each set-up gets the same tasks; the oracle has exactly the tools that a task needs.</p>
</header>
<main>
${writeChart(measured)}
${writeSection("All tasks", writeRows(measured.map(({ title, all }) => ({ title, row: all }))))}
${kinds.map((kind) => writeKind(kind, measured)).join("\n")}
${writeSection("Task by task", writeMatrix(measured))}
</main>
<footer>
<p>Costs use $3 per million input tokens and $15 per million output tokens, with the cache rules of the providers: Anthropic's (marks, at least 1,024 tokens, 20 blocks, 1.25 to write, 0.1 to read) and OpenAI's (automatic, steps of 128 tokens, 0.1 to read). The agent marks the end of its system prompt and of its last message, as Claude Code does. With a cold cache a task reads only what it wrote itself, with a warm one what earlier tasks of the set-up wrote. Tokens are those of o200k. Ranges are 95 % bootstrap intervals; ratios are paired by task.</p>
</footer>
</body>
</html>
`;
}

function writeSection(title: string, content: string): string {
  return `<section><h2>${escapeHtml(title)}</h2>${content}</section>`;
}

function writeChart(measured: readonly MeasuredSetUp[]): string {
  const most = Math.max(...measured.map(({ all }) => all.costCold.mean), 0);
  // Beside a bar that is fifty times as long, the others would be invisible: it is cut.
  const shown = measured.map(({ all }) => all.costCold.mean).toSorted((one, other) => other - one);
  const second = shown[1] ?? most;
  const full = most > second * 4 ? second * 1.25 : most;
  const bars = measured.map(({ title, all }) => {
    const cut = (value: number) => (value > full ? " cut" : "");
    const width = (value: number) => `${Math.min(100, (value / Math.max(full, Number.EPSILON)) * 100).toFixed(1)}%`;
    return `<div class="bar"><span class="name">${escapeHtml(title)}</span><span class="track"><i class="cold${cut(all.costCold.mean)}" style="width:${width(all.costCold.mean)}"></i><i class="warm${cut(all.costWarm.mean)}" style="width:${width(all.costWarm.mean)}"></i></span><span class="value">${dollars(all.costCold.mean)} <small>${dollars(all.costWarm.mean)}</small></span></div>`;
  });
  const legend = '<p class="legend"><i class="cold"></i> cold cache <i class="warm"></i> warm cache</p>';
  return writeSection("Cost per task", `<div class="chart">${bars.join("")}</div>${legend}`);
}

function writeKind(kind: (typeof kinds)[number], measured: readonly MeasuredSetUp[]): string {
  const rows = measured.flatMap(({ title, byKind }) => {
    const row = byKind[kind];
    return row === undefined ? [] : [{ title, row }];
  });
  if (rows.length === 0) return "";
  return `<details><summary>Only the kind <b>${escapeHtml(kind)}</b></summary>${writeRows(rows)}</details>`;
}

const head = [
  "",
  "right",
  "model calls",
  "searches",
  "input tokens",
  "output",
  "cached",
  "cost, cold",
  "cost, warm",
  "to oracle, cold",
  "to oracle, warm",
  "failed calls",
  "prefix breaks",
  "time",
];

function writeRows(rows: readonly { readonly title: string; readonly row: Row }[]): string {
  const body = rows.map(({ title, row }) => `<tr><th scope="row">${escapeHtml(title)}</th>${cellsOf(row)}</tr>`);
  return `<div class="scroll"><table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

function cellsOf(row: Row): string {
  const range = ({ low, high }: { low: number; high: number }, write: (value: number) => string) =>
    ` <small>${write(low)}–${write(high)}</small>`;
  const { toOracle } = row;
  const cells = [
    `${row.right}/${row.tasks}`,
    decimal(row.modelCalls.mean) + range(row.modelCalls, decimal),
    decimal(row.searches),
    count(row.inputTokens.mean) + range(row.inputTokens, count),
    count(row.outputTokens),
    `${percent(row.cachedShare)} <small>${percent(row.cachedShareWarm)} warm</small>`,
    dollars(row.costCold.mean) + range(row.costCold, dollars),
    dollars(row.costWarm.mean) + range(row.costWarm, dollars),
    toOracle === undefined ? "" : times(toOracle.costCold.mean) + range(toOracle.costCold, times),
    toOracle === undefined ? "" : times(toOracle.costWarm.mean) + range(toOracle.costWarm, times),
    String(row.failedCalls),
    String(row.prefixBreaks),
    `${row.seconds.toFixed(1)} s`,
  ];
  return cells.map((cell) => `<td>${cell}</td>`).join("");
}

function writeMatrix(measured: readonly MeasuredSetUp[]): string {
  const tasks = [...new Set(measured.flatMap(({ tasks: played }) => played.map(({ task }) => task)))];
  const byTask = measured.map(({ tasks: played }) => new Map(played.map((figures) => [figures.task, figures])));
  const cell = (figures: TaskFigures | undefined): string => {
    if (figures === undefined) return "<td></td>";
    const title = `${figures.modelCalls} calls, ${count(figures.inputTokens)} tokens, ${dollars(figures.costCold)}`;
    return `<td class="${figures.right ? "right" : "wrong"}" title="${title}">${figures.right ? "✓" : "✗"} <small>${figures.modelCalls}</small></td>`;
  };
  const rows = tasks.map(
    (task) =>
      `<tr><th scope="row">${escapeHtml(task)}</th>${byTask.map((known) => cell(known.get(task))).join("")}</tr>`,
  );
  const names = measured.map(({ title }) => `<th>${escapeHtml(title)}</th>`).join("");
  return `<div class="scroll"><table class="matrix"><thead><tr><th></th>${names}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
