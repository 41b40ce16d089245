/** What quotas distinguish callers and calls by. */
export type QuotaDimension = "key" | "team" | "model" | "tool";

/** The period after which a quota starts again, in UTC. */
export type QuotaWindow = "minute" | "hour" | "day" | "month";

/** What a quota counts. */
export type QuotaUnit = "requests" | "tokens" | "toolCalls" | "cost";

/** A limit on what some callers may use within a period. What is not limited is not counted. */
export interface QuotaConfig {
  /** Its name in errors and reports. Counts belong to it, so a new name starts again. */
  readonly name: string;
  /** Patterns of what it applies to: all that are given have to match. */
  readonly key?: string | undefined;
  readonly team?: string | undefined;
  readonly model?: string | undefined;
  /** Of a tool's own name, or of `mcp__server__tool`. */
  readonly tool?: string | undefined;
  /** What is counted separately. Default: each key. An empty list counts all together. */
  readonly per?: readonly QuotaDimension[] | undefined;
  readonly window: QuotaWindow;
  readonly requests?: number | undefined;
  /** Input, cached input included, and output. */
  readonly tokens?: number | undefined;
  readonly toolCalls?: number | undefined;
  /** US dollars, of models that have a price. */
  readonly cost?: number | undefined;
}

/** How much of a quota is used. */
export interface QuotaUsage {
  readonly name: string;
  readonly unit: QuotaUnit;
  /** What it is counted for, such as `{ "key": "ci" }`. */
  readonly of: Readonly<Partial<Record<QuotaDimension, string>>>;
  readonly used: number;
  readonly limit: number;
  readonly window: QuotaWindow;
  readonly resetsAt: string;
}
