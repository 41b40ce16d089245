import type { RankerChoice } from "@toolcrib/search";

/** What the engine asks a catalogue index. `ToolIndex` of `@toolcrib/search` is one. */
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
  readonly hits: readonly { readonly name: string }[];
  readonly searched: number;
  readonly matched: number;
  /** Names that were asked for and that the catalogue does not hold. */
  readonly notFound: readonly string[];
  /** Names that come near, for an answer that found nothing or not everything. */
  readonly nearest: readonly string[];
}
