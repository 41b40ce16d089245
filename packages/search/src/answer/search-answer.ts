import type { QueryKind } from "../query/parsed-query.ts";
import type { Candidate, Hit, SemanticState } from "../ranking/ranker.ts";

/** The result of one search, with everything needed to explain it. */
export interface SearchAnswer {
  /** How the query was parsed. */
  readonly kind: QueryKind;
  /** The ranker that ordered the hits; names are looked up without one. */
  readonly ranker: string;
  /** The tools that answer the query, best first: they are worth loading. Fewer than the limit is normal. */
  readonly hits: readonly Hit[];
  /** Up to eight tools that may be meant, best first, each with a line about it: to choose from, not to load. */
  readonly candidates: readonly Candidate[];
  /** How many tools were searched. */
  readonly searched: number;
  /** How many tools were left out, because the pattern takes too much work. Only if there are any. */
  readonly unsearched?: number;
  /** How many tools matched; of a catalogue that is kept elsewhere, how many of those that were compared. */
  readonly matched: number;
  /** How many matches the limit cut off. */
  readonly cut: number;
  /** Requested names that are not in the catalogue. */
  readonly notFound: readonly string[];
  /** Up to three similar names if nothing, or not everything, was found. They are not results. */
  readonly nearest: readonly string[];
  /** Whether semantic search was used: `used`, `building`, `off`, or `not needed` for names and patterns. */
  readonly semantic: SemanticState;
  /** A summary in one or two sentences, for a model or a log. */
  readonly summary: string;
}
