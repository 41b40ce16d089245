/** Tokens of model calls, in the parts that upstreams bill. */
export interface TokenCounts {
  /** Prompt tokens that were neither read from a cache nor written to it. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  readonly output: number;
}

/** What model calls cost. */
export interface Bill {
  readonly tokens: TokenCounts;
  /** The sum of `input`, `cacheRead` and `cacheWritten`. */
  readonly promptTokens: number;
  /** In US dollars, for the calls whose model has a price; undefined if none has. */
  readonly cost?: number;
  /** `counted`: by the upstreams. `estimated`: at least a part is estimated from lengths. */
  readonly source: "counted" | "estimated";
}

/**
 * What model calls cost, and what the same work would have cost with every tool loaded. The one place where savings are counted:
 * everything that shows savings shows these figures. docs/savings.md defines them.
 */
export interface Savings {
  /** Answered model calls, including those that the client does not see. */
  readonly modelCalls: number;
  /** Those of them that were made only because tools were deferred: each continues after a search or a refused call. */
  readonly extraCalls: number;
  /** Calls that their upstreams did not count, or not to their end: what is missing is estimated from lengths. */
  readonly estimatedCalls: number;
  /** Calls of models without a price: they are in no cost. */
  readonly unpricedCalls: number;
  readonly sent: Bill;
  /** The same work with every tool loaded. */
  readonly withoutDeferral: Bill;
  readonly saved: {
    /** Negative if deferral cost more than it saved. */
    readonly promptTokens: number;
    /** The part of `withoutDeferral.promptTokens`; 0 if that is 0. */
    readonly promptShare: number;
    /** In US dollars, prompts and answers together; undefined if no call has a price. */
    readonly cost?: number;
    /** `counted` only if nothing was deferred: what was not sent cannot be counted. */
    readonly source: "counted" | "estimated";
  };
}

/** The lengths of a prompt's parts, in characters of JSON. */
export interface PromptLengths {
  readonly system: number;
  /** Without the definitions in them. */
  readonly messages: number;
  readonly eagerTools: number;
  readonly foundTools: number;
  /** The definitions that were kept out of it. */
  readonly withheldTools: number;
  /** What deferral put into it: the search tool, the wrapper, announcements and searches. It is part of the other lengths. */
  readonly added: number;
  /** Whether the call was made only because tools were deferred. */
  readonly isExtra: boolean;
}

/** What a model's tokens cost, in US dollars per million. */
export interface ModelPrice {
  /** Patterns of the model names that upstreams get; `*` and `?` are wildcards. */
  readonly models: readonly string[];
  readonly input: number;
  readonly output: number;
  /** Default: the price of input. */
  readonly cacheRead?: number | undefined;
  /** Default: the price of input. */
  readonly cacheWritten?: number | undefined;
  /** For caches that last an hour. Default: the price of `cacheWritten`. */
  readonly cacheWrittenOneHour?: number | undefined;
  /** The entry is for prompts up to this many tokens; longer ones have the price of a later entry, or none. */
  readonly maxPromptTokens?: number | undefined;
}

/** A list of prices. The first entry that fits applies. */
export interface PriceTable {
  /** The day on which the prices were valid, as YYYY-MM-DD. */
  readonly asOf: string;
  readonly models: readonly ModelPrice[];
}
