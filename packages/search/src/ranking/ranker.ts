import type { WordQuery } from "../query/parsed-query.ts";
import type { CatalogueView } from "./catalogue-view.ts";

/** One thing that speaks for or against a hit. */
export interface Reason {
  /** What was looked at: `name`, `description`, `meaning of the name`, … */
  readonly feature: string;
  /** What was measured, before it was weighed. */
  readonly value: number;
  /** What it added to the score; the contributions of a hit sum up to its score. */
  readonly contribution: number;
  /** The words of the query that matched, where the feature is about words. */
  readonly terms?: readonly string[];
}

/** A tool that answers the query. */
export interface Hit {
  readonly name: string;
  /** Comparable inside one answer only. */
  readonly score: number;
  /** Why it ranks where it does, the strongest reason first. */
  readonly why: readonly Reason[];
}

/** What a ranker is asked. */
export interface RankRequest {
  /** The query as parsed: its text, its terms and what must match. */
  readonly query: WordQuery;
  /** How many hits are wanted. */
  readonly limit: number;
  /** The catalogue to rank. Slots that it does not allow must not be returned. */
  readonly catalogue: CatalogueView;
}

/** What a ranker answers. */
export interface Ranking {
  /** The best first; ties go by name; never more than were asked for. */
  readonly hits: readonly Hit[];
  /** How many tools matched, those that were cut off included. */
  readonly matched: number;
  /** Names of tools that came close but not close enough, the nearest first. */
  readonly nearMisses: readonly string[];
  /** Whether meaning was used: see `SearchAnswer.semantic`. */
  readonly semantic: SemanticState;
}

/** `used`; `building` (vectors are being made, words answered); `off` (no embedder, or it failed); `not needed`. */
export type SemanticState = "used" | "building" | "off" | "not needed";

/** Orders the tools of a catalogue by how well they answer a query. */
export interface Ranker {
  readonly specificationVersion: "v1";
  readonly name: string;
  rank(request: RankRequest): Ranking | Promise<Ranking>;
}
