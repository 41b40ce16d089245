import type { SearchAnswer } from "@toolcrib/search";
import { findGoldRanks } from "../../../packages/cli/src/metrics/gold.ts";
import { recallAt } from "../../../packages/cli/src/metrics/recall.ts";
import type { LabelledQuery } from "../common/datasets.ts";

/** What one query was answered with. */
export interface AnsweredQuery {
  readonly kind: string;
  readonly isHeld: boolean;
  /** Over hits and candidates, in order. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  /** Hits: what a model would have loaded. */
  readonly loaded: number;
  readonly loadedRecallAt5: number;
  /** Neither hits nor candidates. */
  readonly isEmpty: boolean;
}

/** An index of the built package, or of the sources. */
export interface AskedIndex<Ranker> {
  search(query: string, options: { readonly ranker: Ranker }): Promise<Pick<SearchAnswer, "hits" | "candidates">>;
}

/** Asks as users do: five hits at most, and the candidates that the ranker names. */
export async function answerQueries<Ranker>(
  index: AskedIndex<Ranker>,
  queries: readonly LabelledQuery[],
  ranker: Ranker,
): Promise<AnsweredQuery[]> {
  const answered: AnsweredQuery[] = [];
  for (const { query, needed, kind, isHeld } of queries) {
    const { hits, candidates } = await index.search(query, { ranker });
    const hitNames = hits.map(({ name }) => name);
    const ranks = findGoldRanks(needed, [...hitNames, ...candidates.map(({ name }) => name)]);
    answered.push({
      kind,
      isHeld,
      recallAt1: recallAt(1, ranks),
      recallAt5: recallAt(5, ranks),
      loaded: hits.length,
      loadedRecallAt5: recallAt(5, findGoldRanks(needed, hitNames)),
      isEmpty: hits.length + candidates.length === 0,
    });
  }
  return answered;
}
