import type { Usage } from "../../../../../contracts/inner-form.ts";
import { toTokenCounts } from "../../../shared/token-counts.ts";

export function encodeUsage(usage: Partial<Usage>): object {
  const { input, cached, output, reasoning } = toTokenCounts(usage);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
