import { type QueryTerms, queryTerms } from "../../lexical/query-terms.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { collectByMeaning, collectByWords } from "./collect-candidates.ts";
import { FeatureTable } from "./features.ts";
import { type Meaning, measureMeaning } from "./measure-meaning.ts";
import { measureQuery } from "./measure-query.ts";
import { measureWords } from "./measure-words.ts";
import { RequestPlaces } from "./request-places.ts";

/** A query, the requests in it, and their vectors if semantic search is used. */
export interface HybridQuery {
  readonly text: string;
  /** The parts of the query, if it asks for several things. */
  readonly requests: readonly string[];
  /** The vector of the text, then those of the requests; undefined if only words are used. */
  readonly vectors: readonly Float32Array[] | undefined;
  /** The requested number of hits. */
  readonly limit: number;
  /** Whether a tool may be returned. */
  readonly passes: (slot: number) => boolean;
}

/** The candidate tools for a query, with their features. */
export interface Candidates {
  readonly table: FeatureTable;
  readonly terms: QueryTerms;
}

/**
 * The number of lexical candidates, and of semantic ones. More would find almost nothing, and a fixed number for all
 * usual limits keeps the order and the match count the same, whatever the limit.
 */
const perQuery = 40;
const perRequest = 10;

/** Collects lexical and semantic candidates, for the query and for each request in it, and computes their features. */
export function measureCandidates(catalogue: CatalogueView, query: HybridQuery): Candidates {
  const { lexical } = catalogue;
  const wanted = Math.max(perQuery, query.limit);
  const candidates = new Set<number>();
  const terms = queryTerms(query.text, lexical);
  const requestTerms = query.requests.map((request) => queryTerms(request, lexical));
  const scores = collectByWords(catalogue, terms, 0, query.passes, wanted, candidates);
  const requests = requestTerms.map((termsOfRequest, request) => ({
    most: termsOfRequest.most,
    scores: collectByWords(catalogue, termsOfRequest, request + 1, query.passes, perRequest, candidates),
  }));
  const meaning = collectMeaning(catalogue, query, wanted, candidates);
  const table = new FeatureTable(Int32Array.from(candidates));
  const places = new RequestPlaces(table.slots.length, requestTerms.length);
  measureWords(lexical, { terms, scores, requests }, table, places);
  if (meaning !== undefined) {
    measureMeaning(meaning, table, places);
  }
  places.write(table);
  measureQuery(terms, requestTerms.length, table);
  return { table, terms };
}

function collectMeaning(
  catalogue: CatalogueView,
  query: HybridQuery,
  wanted: number,
  candidates: Set<number>,
): Meaning | undefined {
  const matrices = catalogue.semantic?.matrices;
  const [vector, ...requestVectors] = query.vectors ?? [];
  if (matrices === undefined || vector === undefined) {
    return undefined;
  }
  const spread = collectByMeaning(catalogue, matrices, vector, query.passes, wanted, candidates);
  for (const requestVector of requestVectors) {
    collectByMeaning(catalogue, matrices, requestVector, query.passes, perRequest, candidates);
  }
  return { matrices, vector, requestVectors, spread };
}
