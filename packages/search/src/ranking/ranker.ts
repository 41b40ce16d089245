import type { WordQuery } from "../query/parsed-query.ts";
import type { SearchUsage } from "../usage/search-usage.ts";
import type { CatalogueView } from "./catalogue-view.ts";

/** One reason for or against a hit. */
export interface Reason {
  /** The feature: `name`, `description`, `meaning of the name`, … */
  readonly feature: string;
  /** The value of the feature, before weighting. */
  readonly value: number;
  /** Its part of the score; the contributions of a hit add up to its score. */
  readonly contribution: number;
  /** The matching query words, for lexical features. */
  readonly terms?: readonly string[];
}

/** A tool that matches the query. */
export interface Hit {
  readonly name: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** Why it ranks where it does, strongest reason first. */
  readonly why: readonly Reason[];
  /** Tools of other servers that say the same. Of all of them, two have places in the answer at most. */
  readonly sameAs?: readonly string[];
}

/** A tool that may be meant. It is named with a line about it; it is not a hit and is not loaded. */
export interface Candidate {
  readonly name: string;
  /** The beginning of its description, on one line. */
  readonly description: string;
  /** Tools of other servers that say the same. */
  readonly sameAs?: readonly string[];
}

/** The input of a ranker. */
export interface RankRequest {
  /** The query as parsed: its text, its terms and what must match. */
  readonly query: WordQuery;
  /** The requested number of hits. */
  readonly limit: number;
  /** The catalogue to rank. Slots that it does not allow must not be returned. */
  readonly catalogue: CatalogueView;
  /** What earlier calls say for tools, if the search has a history; only `hybrid` uses it. */
  readonly usage?: SearchUsage | undefined;
}

/** The result of a ranker. */
export interface Ranking {
  /** Best first; ties are sorted by name; never more than requested. */
  readonly hits: readonly Hit[];
  /** The number of matching tools, including those cut off. */
  readonly matched: number;
  /** The number of tools that were not compared, because the query takes too much work. */
  readonly unsearched?: number;
  /** Names of tools that may be meant, best first: after the hits, never among them. At most `maxCandidates` are used. */
  readonly candidates?: readonly string[];
  /** For a tool that is returned: the tools of other servers that say the same, best first. */
  readonly sameAs?: ReadonlyMap<string, readonly string[]>;
  /** Names of tools that came close but not close enough, nearest first. */
  readonly nearMisses: readonly string[];
  /** Whether semantic search was used: see `SearchAnswer.semantic`. */
  readonly semantic: SemanticState;
}

/** `used`; `building` (vectors not ready, lexical search); `off` (no embedder, or it failed); `not needed`. */
export type SemanticState = "used" | "building" | "off" | "not needed";

/** Orders the tools of a catalogue by how well they match a query. */
export interface Ranker {
  readonly specificationVersion: "v1";
  readonly name: string;
  rank(request: RankRequest): Ranking | Promise<Ranking>;
}
