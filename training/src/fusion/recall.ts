import { type MeasuredQueries, weighRow } from "./measured-queries.ts";

/** Shares of the wanted tools, from 0 to 1, in the mean over queries. */
export interface Recall {
  readonly at1: number;
  readonly at5: number;
}

/** The first rows of a query in the order that the weights give; of equal scores the earlier row comes first. */
export function firstRows(
  queries: MeasuredQueries,
  query: number,
  weights: readonly number[],
  limit: number,
): readonly number[] {
  const rows: { readonly row: number; readonly score: number }[] = [];
  for (let row = queries.starts[query]; row < queries.starts[query + 1]; row++) {
    rows.push({ row, score: weighRow(queries, row, weights) });
  }
  rows.sort((a, b) => b.score - a.score || a.row - b.row);
  return rows.slice(0, limit).map(({ row }) => row);
}

/** Which share of the tools that a query wants is among these rows. */
export function shareFound(
  { wantedAs, wantedCounts }: MeasuredQueries,
  query: number,
  rows: readonly number[],
): number {
  const found = new Set(rows.map((row) => wantedAs[row]));
  found.delete(0);
  return found.size / wantedCounts[query];
}

export function recallOf(queries: MeasuredQueries, weights: readonly number[]): Recall {
  let at1 = 0;
  let at5 = 0;
  for (let query = 0; query < queries.count; query++) {
    const rows = firstRows(queries, query, weights, 5);
    at1 += shareFound(queries, query, rows.slice(0, 1));
    at5 += shareFound(queries, query, rows);
  }
  return { at1: at1 / queries.count, at5: at5 / queries.count };
}

export function meanRecall(recalls: readonly Recall[]): Recall {
  const mean = (field: keyof Recall): number =>
    recalls.reduce((sum, recall) => sum + recall[field], 0) / recalls.length;
  return { at1: mean("at1"), at5: mean("at5") };
}
