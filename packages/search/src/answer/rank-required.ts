import { wordQuery } from "../query/parse-query.ts";
import type { CatalogueView } from "../ranking/catalogue-view.ts";
import { maxCandidates } from "../ranking/max-candidates.ts";
import { mustMatch } from "../ranking/must-match.ts";
import type { Ranker, Ranking, RankRequest } from "../ranking/ranker.ts";

/**
 * Ranks the tools that have the required words by the rest of the query. Those that the rest does not find follow as candidates, or as
 * hits if it finds none. All of them match: it is what the query requires.
 */
export async function rankRequired(ranker: Ranker, request: RankRequest): Promise<Ranking> {
  const { query, limit, catalogue } = request;
  const required = { ...wordQuery(query.must.join(" ")), must: query.must };
  const byRest = await ranker.rank(request);
  if (byRest.hits.length === 0) {
    return withCount(await ranker.rank({ ...request, query: required }));
  }
  if (byRest.hits.length >= limit || query.text === required.text) {
    return withCount(byRest);
  }
  // What calls say is learned from the answer to the query, not from this one.
  const others = await ranker.rank({ ...request, query: required, limit: limit + maxCandidates, usage: undefined });
  return withCount(followedBy(byRest, others));

  function withCount(ranking: Ranking): Ranking {
    const { length } = ranking.hits;
    // A ranker may have its own idea of what has the required words.
    return length === 0 ? ranking : { ...ranking, matched: Math.max(length, countMatching(catalogue, query.must)) };
  }
}

function followedBy(first: Ranking, others: Ranking): Ranking {
  const isHit = new Set(first.hits.map(({ name }) => name));
  const names = [...others.hits.map(({ name }) => name), ...(others.candidates ?? [])];
  const candidates = new Set([...(first.candidates ?? []), ...names.filter((name) => !isHit.has(name))]);
  return {
    ...first,
    candidates: [...candidates].slice(0, maxCandidates),
    sameAs: new Map([...(others.sameAs ?? []), ...(first.sameAs ?? [])]),
  };
}

function countMatching(catalogue: CatalogueView, must: readonly string[]): number {
  const passes = mustMatch(catalogue, must);
  let count = 0;
  for (let slot = 0; slot < catalogue.slots; slot++) {
    if (catalogue.isAllowed(slot) && passes(slot)) {
      count++;
    }
  }
  return count;
}
