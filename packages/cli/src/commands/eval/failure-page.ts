import type { SearchableTool } from "@toolcrib/search";
import { nameReasons } from "../../output/explain-hit.ts";
import { plainText, shortDescription } from "../../output/plain-text.ts";
import { type Failure, type FailureKind, failureKinds, findFailures } from "./eval-failures.ts";
import type { EvalReport } from "./eval-report.ts";
import type { MeasuredQuery } from "./measure-queries.ts";
import { formatScore } from "./print-eval-report.ts";
import { scoreRows } from "./score-rows.ts";

/** What a page is made from. */
export interface FailurePageInput {
  readonly report: EvalReport;
  readonly measured: readonly MeasuredQuery[];
  readonly tools: readonly SearchableTool[];
}

/** One page without scripts or outside references: the scores, then every failure with what to do about it. */
export function writeFailurePage({ report, measured, tools }: FailurePageInput): string {
  const failures = findFailures(measured, tools);
  const descriptions = new Map(tools.map(({ name, description }) => [name, shortDescription(description ?? "")]));
  const kinds = (Object.keys(failureKinds) as FailureKind[])
    .map((kind) => ({ kind, found: failures.filter((failure) => failure.kind === kind) }))
    .filter(({ found }) => found.length > 0);
  const title = `${report.ranker}: ${failures.length} of ${report.queries} queries to look at`;
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>`,
    `<h1>${escapeHtml(title)}</h1>`,
    scoreTable(report),
    failures.length === 0 ? "<p>Every query loads what it wants.</p>" : "",
    `<nav>${kinds.map(({ kind, found }) => `<a href="#${kind}">${failureKinds[kind]} (${found.length})</a>`).join(" ")}</nav>`,
    ...kinds.map(
      ({ kind, found }) =>
        `<h2 id="${kind}">${failureKinds[kind]} (${found.length})</h2>${found.map((failure) => section(failure, descriptions)).join("\n")}`,
    ),
    "</body></html>\n",
  ].join("\n");
}

const style = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8886;border-radius:8px;padding:.75rem 1rem;margin:1rem 0}
h3{margin:0 0 .5rem}dl{display:grid;grid-template-columns:8rem 1fr;gap:.25rem 1rem;margin:0}dd{margin:0}
table{display:block;overflow-x:auto}td,th{text-align:left;padding:.1rem 1.5rem .1rem 0;font-variant-numeric:tabular-nums}
code{overflow-wrap:anywhere}small{opacity:.7}nav a{margin-right:1rem}.advice{font-weight:600}`.trim();

/** The scores of all queries, and of each kind beside them. */
function scoreTable(report: EvalReport): string {
  const columns = [["all", report] as const, ...Object.entries(report.kinds ?? {})];
  const head = columns.map(([name, { queries }]) => `<th>${escapeHtml(name)} <small>${queries}</small></th>`).join("");
  const rowsOf = columns.map(([, scores]) => scoreRows(scores));
  const rows = scoreRows(report).map(({ label }, place) => {
    const cells = rowsOf.map((rows) => `<td>${formatScore(rows[place]?.value ?? null).trim()}</td>`).join("");
    return `<tr><th>${escapeHtml(label)}</th>${cells}</tr>`;
  });
  return `<table><tr><th></th>${head}</tr>${rows.join("")}</table>`;
}

function section({ query, wanted, advice }: Failure, descriptions: ReadonlyMap<string, string>): string {
  const list = (names: readonly string[]): string =>
    names.length === 0
      ? "<small>none</small>"
      : names
          .map(
            (name) =>
              `<div><code>${escapeHtml(name)}</code> <small>${escapeHtml(descriptions.get(name) ?? "not in the catalogue")}</small></div>`,
          )
          .join("");
  const { firstHit, kind, id } = query;
  const because = firstHit === undefined ? "" : nameReasons(firstHit);
  const rows = [
    ["Wanted", wanted.length === 0 ? "<small>no tool</small>" : list(wanted)],
    ["Loaded", list(query.hitNames.slice(0, 5))],
    ["Named", list(query.candidateNames)],
    ...(because === "" ? [] : [["First because", escapeHtml(because)]]),
    ["Do", `<span class="advice">${escapeHtml(advice)}</span>`],
  ];
  const label = [id, kind].filter((part) => part !== undefined).join(", ");
  return `<article><h3>${escapeHtml(query.query)} <small>${escapeHtml(label)}</small></h3><dl>${rows
    .map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`)
    .join("")}</dl></article>`;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Queries and tools come from outside: nothing in them is markup, reorders the text around it, or moves a terminal's cursor. */
function escapeHtml(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (character) => escapes[character] as string);
}
