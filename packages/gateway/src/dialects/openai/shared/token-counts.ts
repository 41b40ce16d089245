import type { Usage } from "../../../contracts/inner-form.ts";

/** The tokens of an answer as OpenAI's APIs count them. */
export interface TokenCounts {
  /** With those that were read from the cache or written to it; the inner form counts them apart. */
  readonly input: number;
  readonly cached: number;
  readonly cacheWritten: number;
  readonly output: number;
  /** 0 if the upstream does not report them. */
  readonly reasoning: number;
}

export function toTokenCounts(usage: Partial<Usage>): TokenCounts {
  const cached = countOf(usage.cache_read_input_tokens);
  const cacheWritten = countOf(usage.cache_creation_input_tokens);
  const details = usage["output_tokens_details"] as Readonly<Record<string, unknown>> | null | undefined;
  return {
    input: countOf(usage.input_tokens) + cached + cacheWritten,
    cached,
    cacheWritten,
    output: countOf(usage.output_tokens),
    reasoning: countOf(details?.["reasoning_tokens"] ?? details?.["thinking_tokens"]),
  };
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
