import type { UsageHistory } from "@toolcrib/search";

/** What a request learns for its tenant, and from it. Only requests of gateways that learn have one. */
export interface RequestLearning {
  /** Starts to read what was learned. Called while the model is working, so that a search need not wait. */
  prepare(): void;
  /** What was learned from the tenant's calls, for a search. Never rejects: it is empty if it cannot be read. */
  history(): Promise<UsageHistory>;
  /** Learns from a complete answer, after it is sent. */
  note(calls: readonly CallsAfterSearches[]): void;
}

/** Tools that a model called in one answer, and what it had searched for in the conversation before that. */
export interface CallsAfterSearches {
  /** The latest last. */
  readonly queries: readonly string[];
  readonly names: readonly string[];
}
