import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../../../contracts/inner-form.ts";
import { isTokenCount, tokenCount } from "../../shared/token-count.ts";

/** Token usage, counted as in the Messages API: cached tokens are not included in the input tokens. */
export function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const cacheRead = tokenCount(inputTokens.cacheRead);
  const cacheWrite = tokenCount(inputTokens.cacheWrite);
  const thinking = tokenCount(outputTokens.reasoning);
  const { noCache, total } = inputTokens;
  return {
    input_tokens: isTokenCount(noCache) ? noCache : Math.max(0, tokenCount(total) - cacheRead - cacheWrite),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: tokenCount(outputTokens.total),
    ...(thinking > 0 ? { output_tokens_details: { thinking_tokens: thinking } } : {}),
  };
}
