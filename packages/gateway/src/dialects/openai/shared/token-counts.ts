import type { Usage } from "../../../contracts/inner-form.ts";
import { tokenCount } from "../../shared/token-count.ts";

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
  const cached = tokenCount(usage.cache_read_input_tokens);
  const cacheWritten = tokenCount(usage.cache_creation_input_tokens);
  const details = usage["output_tokens_details"] as Readonly<Record<string, unknown>> | null | undefined;
  return {
    input: tokenCount(usage.input_tokens) + cached + cacheWritten,
    cached,
    cacheWritten,
    output: tokenCount(usage.output_tokens),
    reasoning: tokenCount(details?.["thinking_tokens"]),
  };
}
