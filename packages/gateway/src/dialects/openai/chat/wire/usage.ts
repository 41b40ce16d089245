import { isRecord } from "@toolcrib/shared/json";
import type { Usage } from "../../../../contracts/inner-form.ts";

/** The counts of an answer that has only begun: a server tells them at the end. */
export const unknownUsage: Usage = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

/** What an answer used, counted as the inner form does: tokens from the cache are not among the input tokens. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const details = recordIn(value, "prompt_tokens_details");
  const prompt = count(value["prompt_tokens"]);
  // OpenAI's name, then those of Moonshot and DeepSeek.
  const reported = [details["cached_tokens"], value["cached_tokens"], value["prompt_cache_hit_tokens"]];
  const cached = Math.min(prompt, count(reported.find(isCount)));
  const written = Math.min(prompt - cached, count(details["cache_write_tokens"]));
  const thinking = recordIn(value, "completion_tokens_details")["reasoning_tokens"];
  return {
    input_tokens: prompt - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: count(value["completion_tokens"]),
    ...(isCount(thinking) ? { output_tokens_details: { thinking_tokens: thinking } } : {}),
  };
}

function recordIn(value: Readonly<Record<string, unknown>>, field: string): Readonly<Record<string, unknown>> {
  const inner = value[field];
  return isRecord(inner) ? inner : {};
}

function count(value: unknown): number {
  return isCount(value) ? value : 0;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
