import type { Candidate, RankerChoice } from "@toolcrib/search";

/** What the engine needs from a catalogue index. */
export interface SearchIndex {
  /**
   * Understands `select:A,B`, names, name prefixes, `+must rest` and plain words. Returns no name for which `only` says no,
   * and never more than `limit`, unless names were asked for one by one. An index with one way of ranking may ignore `ranker`.
   */
  search(
    query: string,
    options: { readonly limit: number; readonly only: (name: string) => boolean; readonly ranker?: RankerChoice },
  ): Promise<SearchIndexAnswer> | SearchIndexAnswer;
}

/** What the engine reads of an index's answer. */
export interface SearchIndexAnswer {
  /** The best first. */
  readonly hits: readonly { readonly name: string; readonly sameAs?: readonly string[] }[];
  /** Tools that may be meant, best first: to choose from, not to load. */
  readonly candidates?: readonly Candidate[];
  readonly searched: number;
  /** How many tools were left out, because the query takes too much work. */
  readonly unsearched?: number;
  readonly matched: number;
  /** Requested names that the catalogue does not contain. */
  readonly notFound: readonly string[];
  /** The nearest names, for an answer that found nothing or not everything. */
  readonly nearest: readonly string[];
}
