/** What a search call did. */
export interface SearchTrace {
  readonly step: "search-call";
  readonly query: string | undefined;
  readonly found: readonly string[];
  /** The names that the answer offers without loading them. */
  readonly candidates: readonly string[];
  readonly searched: number;
  readonly matched: number;
  /** Whether it waited for servers that were still connecting. */
  readonly hasWaited: boolean;
  /** Whether names were matched because the index failed. */
  readonly isIndexBroken: boolean;
}
