import type { CatalogueView } from "../../catalogue/catalogue-view.ts";
import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { WordQuery } from "../../query/parsed-query.ts";
import { mustMatch } from "../must-match.ts";
import type { Hit, Ranker, Ranking, RankRequest, Reason } from "../ranker.ts";
import { strongestFirst } from "../reasons.ts";
import { semanticState } from "../semantic-state.ts";
import { byName } from "../top-slots.ts";
import { type FeatureRow, featureNames, partWordsFeature, wordsFeature } from "./features.ts";
import { apply, type FusionModel, fullModel, wordsModel } from "./fusion-weights.ts";
import { type Candidates, measureCandidates } from "./measure-candidates.ts";
import { splitRequests } from "./split-requests.ts";

const longestEmbedded = 600;
const mostNearMisses = 3;

interface Ranked {
  readonly name: string;
  readonly slot: number;
  readonly row: FeatureRow;
  readonly score: number;
  readonly trust: number;
}

/** Words and meaning together, weighed by a fitted model, with a floor under which nothing is returned. */
export const hybridRanker: Ranker = {
  specificationVersion: "v1",
  name: "hybrid",
  async rank({ query, limit, catalogue }: RankRequest): Promise<Ranking> {
    const requests = splitRequests(query.expanded);
    const vectors = await embed(catalogue, query, requests);
    const passes = mustMatch(catalogue, query.must);
    const candidates = measureCandidates(catalogue, { text: query.expanded, requests, vectors, passes });
    const model = vectors === undefined ? wordsModel : fullModel;
    const ranked = order(catalogue, candidates, model);
    const isAnswered = ranked.some(({ trust }) => trust >= model.leastTrust);
    const trusted = isAnswered ? ranked.filter(({ trust }) => trust >= model.leastTrustOfOthers) : [];
    return {
      hits: trusted.slice(0, limit).map((one) => hitOf(catalogue, candidates.terms, model, one)),
      matched: trusted.length,
      nearMisses: isAnswered ? [] : ranked.slice(0, mostNearMisses).map(({ name }) => name),
      semantic: vectors === undefined ? semanticState(catalogue.semantic) : "used",
    };
  },
};

/** The vectors of the query and of its requests, where meaning can be used and the embedder knows any of the words. */
async function embed(
  { semantic }: CatalogueView,
  query: WordQuery,
  requests: readonly string[],
): Promise<readonly Float32Array[] | undefined> {
  if (semantic?.isUsable !== true) {
    return undefined;
  }
  const vectors = await semantic.embedQueries([query.expanded.slice(0, longestEmbedded), ...requests]);
  return vectors?.[0]?.some((number) => number !== 0) === true ? vectors : undefined;
}

function order(catalogue: CatalogueView, { slots, rows }: Candidates, model: FusionModel): Ranked[] {
  const ranked = slots.map((slot, index) => {
    const row = rows[index] as FeatureRow;
    const { name } = catalogue.documentAt(slot);
    return { name, slot, row, score: apply(model.order, row), trust: apply(model.trust, row) };
  });
  return ranked.sort((a, b) => b.score - a.score || byName(a.name, b.name));
}

function hitOf(
  catalogue: CatalogueView,
  terms: QueryTerms,
  model: FusionModel,
  { name, slot, row, score }: Ranked,
): Hit {
  const matchedTerms = termsOf(catalogue, terms, slot);
  const why: Reason[] = featureNames.map((feature, index) => {
    const value = row[index] as number;
    const reason = { feature, value, contribution: (model.order.weights[index] as number) * value };
    const isAboutWords = index === wordsFeature || index === partWordsFeature;
    return isAboutWords ? { ...reason, terms: matchedTerms } : reason;
  });
  return { name, score, why: strongestFirst(why) };
}

function termsOf({ lexical }: CatalogueView, { terms, spellings }: QueryTerms, slot: number): string[] {
  const held = new Set<number>();
  lexical.eachTerm(slot, (id) => held.add(id));
  return [...terms, ...spellings].filter(({ id }) => held.has(id)).map(({ term }) => term);
}
