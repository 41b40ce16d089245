/** How a query was understood. */
export type QueryKind = "select" | "names" | "prefix" | "regex" | "words" | "empty";

/** `select:A,B`: these names and nothing else. */
interface SelectQuery {
  readonly kind: "select";
  readonly names: readonly string[];
}

/** `/pattern/`, or any query given to the `regex` ranker. */
interface RegexQuery {
  readonly kind: "regex";
  readonly pattern: string;
}

/** `+must rest`, or plain words in any language. */
export interface WordQuery {
  readonly kind: "words";
  /** What ranks: the query without its required terms, or those alone where it has nothing else. */
  readonly text: string;
  /** The same, followed by English words for those of another language that a glossary knows: what words and meaning are compared with. */
  readonly expanded: string;
  /** Terms that must match in the name, the hint or the description. */
  readonly must: readonly string[];
}

/** A query with nothing to look for in it. */
interface EmptyQuery {
  readonly kind: "empty";
}

/** A query parsed by its form; whether words are tool names depends on the catalogue. */
export type ParsedQuery = SelectQuery | RegexQuery | WordQuery | EmptyQuery;
