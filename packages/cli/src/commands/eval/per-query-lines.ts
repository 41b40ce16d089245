import { recallAt } from "../../metrics/recall.ts";
import { roundTo } from "../../output/numbers.ts";
import type { MeasuredQuery } from "./measure-queries.ts";
import { isAnswerable, loadedAtMost, loadedRanksOf, ranksOf } from "./score-queries.ts";

/** What `--per-query` writes about one query. Scores are null for a query that no tool answers. */
interface PerQueryLine {
  readonly id: string | null;
  readonly query: string;
  readonly kind: string | null;
  readonly ranker: string;
  readonly gold: MeasuredQuery["gold"];
  readonly hits: readonly string[];
  readonly candidates: readonly string[];
  /** For each gold tool its rank among hits and candidates, or null. */
  readonly ranks: readonly (number | null)[] | null;
  readonly recall: Readonly<Record<string, number>> | null;
  readonly loadedRecall: number | null;
  readonly refused: boolean | null;
  readonly falseReturn: boolean | null;
  readonly latencyMs: number;
}

/** One JSON object per line, in the order of the queries. */
export function writePerQueryLines(
  measured: readonly MeasuredQuery[],
  ranker: string,
  cutoffs: readonly number[],
): string {
  return measured.map((query) => `${JSON.stringify(toLine(query, ranker, cutoffs))}\n`).join("");
}

function toLine(query: MeasuredQuery, ranker: string, cutoffs: readonly number[]): PerQueryLine {
  const { id = null, kind = null, gold, hitNames: hits, candidateNames: candidates } = query;
  const ranks = isAnswerable(query) ? ranksOf(query) : null;
  return {
    id,
    query: query.query,
    kind,
    ranker,
    gold,
    hits,
    candidates,
    ranks,
    recall: ranks && Object.fromEntries(cutoffs.map((cutoff) => [cutoff, recallAt(cutoff, ranks)])),
    loadedRecall: ranks && recallAt(loadedAtMost, loadedRanksOf(query)),
    refused: ranks && hits.length + candidates.length === 0,
    falseReturn: ranks === null ? hits.length > 0 : null,
    latencyMs: roundTo(3, query.latencyMs),
  };
}
