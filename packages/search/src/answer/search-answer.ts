import type { QueryKind } from "../query/parsed-query.ts";
import type { Hit, SemanticState } from "../ranking/ranker.ts";

/** The answer to one search, with everything needed to explain it. */
export interface SearchAnswer {
  /** How the query was understood. */
  readonly kind: QueryKind;
  /** The ranker that ordered the hits; names are looked up without one. */
  readonly ranker: string;
  /** The best first. */
  readonly hits: readonly Hit[];
  /** How many tools were searched. */
  readonly searched: number;
  /** How many tools matched. */
  readonly matched: number;
  /** How many of those that matched were cut off by the limit. */
  readonly cut: number;
  /** Names that were asked for and that the catalogue does not hold. */
  readonly notFound: readonly string[];
  /** Up to three names that come nearest where nothing, or not everything, was found. They are no results. */
  readonly nearest: readonly string[];
  /** Whether meaning was used: `used`, `building`, `off`, or `not needed` for names and patterns. */
  readonly semantic: SemanticState;
  /** All this in one or two sentences, for a model or a log. */
  readonly summary: string;
}
