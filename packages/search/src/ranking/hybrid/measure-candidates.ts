import type { CatalogueView } from "../../catalogue/catalogue-view.ts";
import { type QueryTerms, queryTerms } from "../../lexical/query-terms.ts";
import { collectByMeaning, collectByWords } from "./collect-candidates.ts";
import { type FeatureRow, newFeatureRow } from "./features.ts";
import { measureMeaning } from "./measure-meaning.ts";
import { measureWords } from "./measure-words.ts";

/** A query, the requests in it, and their vectors where meaning is used. */
export interface HybridQuery {
  readonly text: string;
  /** What the query asks for, where it asks for several things. */
  readonly requests: readonly string[];
  /** The vector of the text, then those of the requests; undefined where only words are used. */
  readonly vectors: readonly Float32Array[] | undefined;
  /** Whether a tool may be answered with. */
  passes(slot: number): boolean;
}

/** The tools that may answer a query, with what was measured of each. */
export interface Candidates {
  readonly slots: readonly number[];
  readonly rows: readonly FeatureRow[];
  readonly terms: QueryTerms;
}

const perQuery = 50;
const perRequest = 12;

/** Collects candidates by words and by meaning, for the query and for each request in it, and measures them. */
export function measureCandidates(catalogue: CatalogueView, query: HybridQuery): Candidates {
  const { passes } = query;
  const candidates = new Set<number>();
  const terms = queryTerms(query.text, catalogue.lexical);
  const requestTerms = query.requests.map((request) => queryTerms(request, catalogue.lexical));
  collectByWords(catalogue, terms, passes, perQuery, candidates);
  for (const termsOfRequest of requestTerms) {
    collectByWords(catalogue, termsOfRequest, passes, perRequest, candidates);
  }
  const matrices = catalogue.semantic?.matrices;
  const [vector, ...requestVectors] = query.vectors ?? [];
  if (catalogue.semantic === undefined || matrices === undefined || vector === undefined) {
    return measured(catalogue, terms, requestTerms, candidates);
  }
  const spread = collectByMeaning(catalogue, matrices.whole, vector, passes, perQuery, candidates);
  for (const requestVector of requestVectors) {
    collectByMeaning(catalogue, matrices.whole, requestVector, passes, perRequest, candidates);
  }
  const result = measured(catalogue, terms, requestTerms, candidates);
  measureMeaning(catalogue.semantic, matrices, vector, requestVectors, spread, result.slots, result.rows);
  return result;
}

function measured(
  catalogue: CatalogueView,
  terms: QueryTerms,
  requestTerms: readonly QueryTerms[],
  candidates: ReadonlySet<number>,
): Candidates {
  const slots = [...candidates];
  const rows = slots.map(newFeatureRow);
  measureWords(catalogue.lexical, terms, requestTerms, slots, rows);
  return { slots, rows, terms };
}
