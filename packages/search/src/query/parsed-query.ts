/** How a query was parsed. */
export type QueryKind = "select" | "names" | "prefix" | "regex" | "words" | "empty";

/** `select:A,B`: these names only. */
interface SelectQuery {
  readonly kind: "select";
  readonly names: readonly string[];
}

/** `/pattern/`, or any query for the `regex` ranker. */
interface RegexQuery {
  readonly kind: "regex";
  readonly pattern: string;
}

/** `+must rest`, or plain words in any language. */
export interface WordQuery {
  readonly kind: "words";
  /** The text for ranking: the query without its required terms, or only those if there is nothing else. */
  readonly text: string;
  /** The same, followed by English translations: used for lexical comparison, and for semantic unless `isForeign`. */
  readonly expanded: string;
  /** Whether a language reader read the text: it is then embedded as English words. */
  readonly isForeign?: boolean;
  /** Terms that must match in the name, the hint or the description. */
  readonly must: readonly string[];
}

/** A query without anything to search for. */
interface EmptyQuery {
  readonly kind: "empty";
}

/** A query parsed by its form; whether words are tool names depends on the catalogue. */
export type ParsedQuery = SelectQuery | RegexQuery | WordQuery | EmptyQuery;
