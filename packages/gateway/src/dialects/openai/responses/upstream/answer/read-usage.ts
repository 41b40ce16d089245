import { isRecord } from "@toolcrib/shared/json";
import type { Usage } from "../../../../../contracts/inner-form.ts";
import { tokenCount, unknownUsage } from "../../../../shared/token-count.ts";
import { fieldsOf } from "../../../shared/loose-values.ts";

/** What a call used. OpenAI counts cached tokens among the input tokens; the inner form counts them apart. */
export function readUsage(value: unknown): Usage {
  if (!isRecord(value)) return unknownUsage;
  const input = fieldsOf(value["input_tokens_details"]);
  const cached = tokenCount(input["cached_tokens"]);
  const written = tokenCount(input["cache_write_tokens"]);
  const thinking = tokenCount(fieldsOf(value["output_tokens_details"])["reasoning_tokens"]);
  return {
    input_tokens: Math.max(0, tokenCount(value["input_tokens"]) - cached - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: tokenCount(value["output_tokens"]),
    ...(thinking > 0 ? { output_tokens_details: { thinking_tokens: thinking } } : {}),
  };
}
