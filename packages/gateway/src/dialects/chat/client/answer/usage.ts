import type { Usage } from "../../../../contracts/inner-form.ts";

/** What an answer used. Here, tokens from the cache are among the tokens of the prompt. */
export function encodeUsage(usage: Partial<Usage>): object {
  const cached = count(usage.cache_read_input_tokens);
  const prompt = count(usage.input_tokens) + cached + count(usage.cache_creation_input_tokens);
  const completion = count(usage.output_tokens);
  const { thinking_tokens: thinking } = (usage["output_tokens_details"] ?? {}) as {
    readonly thinking_tokens?: unknown;
  };
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: count(thinking) },
  };
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
