/** A request's side in the comparison of conversations with and without deferral. */
export interface ComparisonSide {
  /** `deferred`: as configured. `loaded`: every tool is in the prompt. */
  readonly side: "deferred" | "loaded";
  /** A hash of the session, or of the conversation of a client without session ids. All its requests are on one side. */
  readonly unit: string;
}

/** The mean per conversation. */
export interface ComparedMeans {
  readonly conversations: number;
  readonly modelCalls: number;
  readonly promptTokens: number;
  /** In US dollars; undefined if a call of a conversation has no price. */
  readonly cost?: number;
}

/** A difference of means with its 95 % confidence interval (Welch). Positive: deferral saves that much per conversation. */
export interface ComparedDifference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Conversations with deferral against conversations without. */
export interface Comparison {
  /** The share of conversations that go without deferral. */
  readonly share: number;
  readonly deferred: ComparedMeans;
  readonly loaded: ComparedMeans;
  /** `counted` if upstreams counted every call. */
  readonly source: "counted" | "estimated";
  /** How many conversations each side needs before anything is said about the difference. */
  readonly neededConversations: number;
  /** Without deferral minus with it; null while a side has too few conversations. */
  readonly difference: {
    readonly promptTokens: ComparedDifference;
    readonly modelCalls: ComparedDifference;
    readonly cost?: ComparedDifference;
  } | null;
}
