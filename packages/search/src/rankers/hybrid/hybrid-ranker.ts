import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { comparedText } from "../../ranking/compared-text.ts";
import { maxCandidates } from "../../ranking/max-candidates.ts";
import { mustMatch } from "../../ranking/must-match.ts";
import type { Ranker, Ranking, RankRequest } from "../../ranking/ranker.ts";
import { semanticState } from "../../ranking/semantic-state.ts";
import { decideTiers } from "./decide-tiers.ts";
import { explainHits } from "./explain-hits.ts";
import { type FusionModel, fullModel, wordsModel } from "./fusion-weights.ts";
import { measureCandidates } from "./measure-candidates.ts";
import { splitRequests } from "./split-requests.ts";

const maxEmbeddedLength = 600;

/**
 * Combines lexical and semantic search with a fitted model. What it trusts are hits, what is only plausible are
 * candidates, and what is not plausible is not returned.
 */
export const hybridRanker: Ranker = createHybridRanker(fullModel, wordsModel);

/** A hybrid ranker with other weights; the benchmark compares some that were fitted without a set. */
export function createHybridRanker(withMeaning: FusionModel, withoutMeaning: FusionModel): Ranker {
  return {
    specificationVersion: "v1",
    name: "hybrid",
    rank: (request) => rank(request, withMeaning, withoutMeaning),
  };
}

async function rank(
  { query, limit, catalogue }: RankRequest,
  withMeaning: FusionModel,
  withoutMeaning: FusionModel,
): Promise<Ranking> {
  const text = comparedText(query, catalogue.lexical);
  const requests = splitRequests(text);
  const vectors = await embed(catalogue, text, requests);
  const passes = mustMatch(catalogue, query.must);
  const measured = measureCandidates(catalogue, { text, requests, vectors, limit, passes });
  const model = vectors === undefined ? withoutMeaning : withMeaning;
  const limits = { limit, isFiltered: query.must.length > 0 };
  const { hits, candidates, nearMisses, matched, places } = decideTiers(catalogue, measured, model, limits);
  const nameOf = (row: number): string => catalogue.documentAt(measured.table.slots[row] as number).name;
  return {
    hits: explainHits(catalogue, measured, model, hits, places),
    candidates: candidates.slice(0, maxCandidates).map(nameOf),
    matched,
    nearMisses: nearMisses.map(nameOf),
    semantic: vectors === undefined ? semanticState(catalogue.semantic) : "used",
  };
}

/**
 * The vectors of the query and its requests, if semantic search is available and the embedder knows any of the words.
 */
async function embed(
  { semantic }: CatalogueView,
  text: string,
  requests: readonly string[],
): Promise<readonly Float32Array[] | undefined> {
  const vectors = await semantic?.embedQueries([text.slice(0, maxEmbeddedLength), ...requests]);
  return vectors?.[0]?.some((number) => number !== 0) === true ? vectors : undefined;
}
