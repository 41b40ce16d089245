import type { Comparison } from "./comparison.ts";
import type { Savings } from "./savings.ts";

/** Savings and what belongs to them, of some requests. Requests without an answered model call, and counts of tokens, are left out. */
export interface SavingsSummary {
  readonly requests: number;
  readonly conversations: number;
  readonly savings: Savings;
  readonly cache: {
    /** The part of the prompts that came from a cache, as the upstreams counted it. */
    readonly readShare: number;
    /** Model calls that began with the whole prompt of the call before. */
    readonly keptCalls: number;
    /** Model calls that did not, so that the rest had to be read again. */
    readonly brokenCalls: number;
  };
  readonly searches: { readonly total: number; readonly misses: number };
}

/** The savings of one conversation. */
export interface ConversationSavings extends Omit<SavingsSummary, "conversations"> {
  readonly conversation: string;
  /** The model name that the client sent; a conversation with two models has two entries. */
  readonly model: string;
  /** The name of the caller's key. */
  readonly key?: string;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** How long the latest calls of an upstream took. */
export interface UpstreamSpeed {
  readonly name: string;
  /** How many of its latest answered calls the times are from. */
  readonly calls: number;
  readonly medianMilliseconds: number;
  readonly p95Milliseconds: number;
}

/** `GET /admin/savings`. Counted since the gateway started; a restart resets it. */
export interface AdminApiSavings {
  readonly since: string;
  /** The price table that costs were computed with. */
  readonly prices: { readonly asOf: string; readonly source: "built-in" | "config" };
  readonly total: SavingsSummary;
  /** Since midnight, in the gateway's time zone. */
  readonly today: SavingsSummary & { readonly date: string };
  /** The last 24 hours, oldest first, with empty ones. */
  readonly hours: readonly (SavingsSummary & { readonly at: string })[];
  /** The last 30 days, oldest first, from the start of the gateway on, with empty ones. */
  readonly days: readonly (SavingsSummary & { readonly date: string })[];
  /** The slowest first. */
  readonly upstreams: readonly UpstreamSpeed[];
  /** Conversations with deferral against conversations without, if the config compares them. */
  readonly comparison?: Comparison;
  /** The most recent first. */
  readonly conversations: readonly ConversationSavings[];
}

/** `GET /admin/savings/conversations/ID`. */
export interface AdminApiConversationSavings {
  /** One entry for each model. */
  readonly conversations: readonly ConversationSavings[];
}
