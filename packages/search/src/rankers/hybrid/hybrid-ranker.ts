import type { TermEntry } from "../../lexical/lexical-index.ts";
import type { QueryTerms } from "../../lexical/query-terms.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { comparedText } from "../../ranking/compared-text.ts";
import { mustMatch } from "../../ranking/must-match.ts";
import type { Hit, Ranker, Ranking, RankRequest, Reason } from "../../ranking/ranker.ts";
import { strongestFirst } from "../../ranking/reasons.ts";
import { semanticState } from "../../ranking/semantic-state.ts";
import { TopSlots } from "../../ranking/top-slots.ts";
import { type FeatureTable, featureNames, requestWordsFeature, wordsFeature } from "./features.ts";
import { convincingWords, type FusionModel, fullModel, type LinearModel, wordsModel } from "./fusion-weights.ts";
import { type Candidates, measureCandidates } from "./measure-candidates.ts";
import { splitRequests } from "./split-requests.ts";

const maxEmbeddedLength = 600;
const maxNearMisses = 3;

/** Combines lexical and semantic search with a fitted model, and returns nothing below a threshold. */
export const hybridRanker: Ranker = {
  specificationVersion: "v1",
  name: "hybrid",
  async rank({ query, limit, catalogue }: RankRequest): Promise<Ranking> {
    const text = comparedText(query, catalogue.lexical);
    const requests = splitRequests(text);
    const vectors = await embed(catalogue, text, requests);
    const passes = mustMatch(catalogue, query.must);
    const candidates = measureCandidates(catalogue, { text, requests, vectors, limit, passes });
    const semantic = vectors === undefined ? semanticState(catalogue.semantic) : "used";
    return { ...decide(catalogue, candidates, vectors === undefined ? wordsModel : fullModel, limit), semantic };
  },
};

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

/** Orders the candidates, and keeps the trusted ones, if the first of them is trusted. */
function decide(
  catalogue: CatalogueView,
  { table, terms }: Candidates,
  model: FusionModel,
  limit: number,
): Omit<Ranking, "semantic"> {
  if (terms.terms.length === 0) {
    // Only stop words and values: any semantic similarity is coincidental.
    return { hits: [], matched: 0, nearMisses: [] };
  }
  const nameOf = (candidate: number): string => catalogue.documentAt(table.slots[candidate] as number).name;
  const nearest = new TopSlots(maxNearMisses, nameOf);
  const trusted = new TopSlots(limit, nameOf);
  let matched = 0;
  for (let candidate = 0; candidate < table.slots.length; candidate++) {
    const score = weigh(table, candidate, model.order);
    nearest.offer(candidate, score);
    if (isTrusted(table, candidate, model, model.minTrustOfOthers)) {
      matched++;
      trusted.offer(candidate, score);
    }
  }
  const nearMisses = nearest.take().map(({ slot: candidate }) => candidate);
  const [first] = nearMisses;
  if (first === undefined || !isTrusted(table, first, model, model.minTrust)) {
    return { hits: [], matched: 0, nearMisses: nearMisses.map(nameOf) };
  }
  const best = trusted.take();
  const words = wordsOf(
    catalogue,
    terms,
    best.map(({ slot: candidate }) => table.slots[candidate] as number),
  );
  const hits = best.map(({ slot: candidate, score }, place): Hit => {
    const why = reasonsOf(table, model, candidate, words[place] as string[]);
    return { name: nameOf(candidate), score, why };
  });
  return { hits, matched, nearMisses: [] };
}

function weigh(table: FeatureTable, candidate: number, { weights, bias }: LinearModel): number {
  return table.weigh(candidate, weights) + bias;
}

function isTrusted(table: FeatureTable, candidate: number, model: FusionModel, least: number): boolean {
  return weigh(table, candidate, model.trust) >= least || weigh(table, candidate, wordsModel.trust) >= convincingWords;
}

function reasonsOf(table: FeatureTable, model: FusionModel, candidate: number, words: readonly string[]): Reason[] {
  const reasons: Reason[] = [];
  for (let index = 0; index < featureNames.length; index++) {
    const value = table.get(candidate, index);
    const contribution = (model.order.weights[index] as number) * value;
    if (contribution !== 0) {
      const feature = featureNames[index] as string;
      const isAboutWords = index === wordsFeature || index === requestWordsFeature;
      reasons.push(isAboutWords ? { feature, value, contribution, terms: words } : { feature, value, contribution });
    }
  }
  return strongestFirst(reasons);
}

/** The query words that each of these tools has, in query order. */
function wordsOf({ lexical }: CatalogueView, { all }: QueryTerms, slots: readonly number[]): string[][] {
  const isFound = new Uint8Array(slots.length * all.length);
  lexical.eachOf(slots, all, (tool, term) => {
    isFound[tool * all.length + term] = 1;
  });
  return slots.map((_slot, tool) => {
    const words: string[] = [];
    for (let term = 0; term < all.length; term++) {
      if (isFound[tool * all.length + term] === 1) {
        words.push((all[term] as TermEntry).word);
      }
    }
    return words;
  });
}
