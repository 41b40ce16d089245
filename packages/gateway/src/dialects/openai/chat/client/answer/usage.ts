import type { Usage } from "../../../../../contracts/inner-form.ts";
import { toTokenCounts } from "../../../shared/token-counts.ts";
import { isEmpty, ownFieldsOf } from "../../wire/own-fields.ts";

/** What an answer used; an upstream of this dialect has counted it itself. */
export function encodeUsage(usage: Partial<Usage>): object {
  const own = ownFieldsOf(usage);
  if (!isEmpty(own)) return own;
  const { input, cached, output, reasoning } = toTokenCounts(usage);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
