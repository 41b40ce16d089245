import { isRecord } from "@toolcrib/shared/json";
import type { Usage } from "../../../../contracts/inner-form.ts";
import { isTokenCount, tokenCount } from "../../../shared/token-count.ts";
import { fieldsOf } from "../../shared/loose-values.ts";

/** What an answer used, counted as the inner form does: tokens from the cache are not among the input tokens. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const details = fieldsOf(value["prompt_tokens_details"]);
  const prompt = tokenCount(value["prompt_tokens"]);
  // OpenAI's name, then those of Moonshot and DeepSeek.
  const reported = [details["cached_tokens"], value["cached_tokens"], value["prompt_cache_hit_tokens"]];
  const cached = Math.min(prompt, tokenCount(reported.find(isTokenCount)));
  const written = Math.min(prompt - cached, tokenCount(details["cache_write_tokens"]));
  const thinking = fieldsOf(value["completion_tokens_details"])["reasoning_tokens"];
  return {
    input_tokens: prompt - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: tokenCount(value["completion_tokens"]),
    ...(isTokenCount(thinking) ? { output_tokens_details: { thinking_tokens: thinking } } : {}),
  };
}
