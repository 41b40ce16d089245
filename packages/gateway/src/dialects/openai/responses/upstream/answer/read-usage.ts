import { isRecord } from "@toolcrib/shared/json";
import type { Usage } from "../../../../../contracts/inner-form.ts";

export const noUsage: Usage = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

/** What a call used. OpenAI counts cached tokens among the input tokens; the inner form counts them apart. */
export function readUsage(value: unknown): Usage {
  if (!isRecord(value)) return noUsage;
  const { input_tokens_details: input, output_tokens_details: output } = value;
  const cached = count(isRecord(input) ? input["cached_tokens"] : 0);
  const written = count(isRecord(input) ? input["cache_write_tokens"] : 0);
  const reasoning = count(isRecord(output) ? output["reasoning_tokens"] : 0);
  return {
    input_tokens: Math.max(0, count(value["input_tokens"]) - cached - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: count(value["output_tokens"]),
    ...(reasoning > 0 ? { output_tokens_details: { reasoning_tokens: reasoning } } : {}),
  };
}

function count(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}
