import type { Candidate, LintFinding, RankerName, Reason, SemanticState } from "@toolcrib/search";

/** A tool of the gateway's own MCP servers. */
export interface AdminApiTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly server?: string | undefined;
  readonly input_schema?: unknown;
  /** What its definition costs in a prompt, estimated from its length. */
  readonly tokens?: number | undefined;
  /** What happens to it in a request, as far as the rules alone decide. */
  readonly placement?: "eager" | "deferred" | "pinned" | "hidden" | undefined;
  /** Which rule decided that, in words. */
  readonly rule?: string | undefined;
  /** The lint's findings; absent while the lint is running, and for more than 3,000 tools. */
  readonly findings?: readonly LintFinding[] | undefined;
}

/** `GET /admin/catalogue`: the tools that the gateway knows without a request. */
export interface AdminApiCatalogue {
  readonly hash?: string | undefined;
  readonly tools: readonly AdminApiTool[];
}

/** The body of `POST /admin/search`. */
export interface AdminApiSearchRequest {
  readonly query: string;
  /** From 1 to 100. Default: 5. */
  readonly limit?: number | undefined;
  /** Default: the gateway's setting. */
  readonly ranker?: RankerName | undefined;
  /** Ranks by what was learned for this tenant of `GET /admin/learning`. Default: as for a caller that nothing was learned for. */
  readonly tenant?: string | undefined;
  /** Descriptions to try: the search runs as if the tools had these. Nothing else changes. */
  readonly edits?: readonly AdminApiEdit[] | undefined;
}

/** Another description for a tool. */
export interface AdminApiEdit {
  readonly name: string;
  readonly description: string;
}

/** The answer to `POST /admin/search`. */
export interface AdminApiSearchAnswer {
  readonly query: string;
  readonly ranker: string;
  readonly searched: number;
  /** How many tools were left out, because the pattern takes too much work. */
  readonly unsearched?: number | undefined;
  readonly hits: readonly {
    readonly name: string;
    readonly score: number;
    readonly reasons?: readonly Reason[];
    /** Tools of other servers that say the same; candidates have it too. */
    readonly sameAs?: readonly string[];
  }[];
  /** Tools that may be meant: named after the hits, not loaded. */
  readonly candidates?: readonly Candidate[] | undefined;
  /** Whether meanings were compared; `building` while tools lack vectors of the configured embedder. */
  readonly semantic?: SemanticState | undefined;
  /** How many tools matched, including those that were cut off. */
  readonly matched?: number | undefined;
  /** Up to three nearest names if nothing was found. */
  readonly nearest?: readonly string[] | undefined;
  /** Why there is no hit. */
  readonly miss?: string | undefined;
  readonly milliseconds: number;
}
