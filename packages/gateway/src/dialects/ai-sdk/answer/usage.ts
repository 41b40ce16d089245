import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../../../contracts/inner-form.ts";

/** Token usage, counted as in the Messages API: cached tokens are not included in the input tokens. */
export function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const cacheRead = inputTokens.cacheRead ?? 0;
  const cacheWrite = inputTokens.cacheWrite ?? 0;
  const thinking = outputTokens.reasoning ?? 0;
  return {
    input_tokens: inputTokens.noCache ?? Math.max(0, (inputTokens.total ?? 0) - cacheRead - cacheWrite),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: outputTokens.total ?? 0,
    ...(thinking > 0 ? { output_tokens_details: { thinking_tokens: thinking } } : {}),
  };
}
