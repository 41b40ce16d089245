import type { Usage } from "../../../../../contracts/inner-form.ts";
import { tokenCount } from "../../../../shared/token-count.ts";
import { fieldsOf } from "../../../shared/loose-values.ts";
import { type TokenCounts, toTokenCounts } from "../../../shared/token-counts.ts";
import { isEmpty, ownFieldsOf } from "../../wire/own-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What an answer used; an upstream of this dialect has counted it itself. */
export function encodeUsage(usage: Partial<Usage>): object {
  const own = ownFieldsOf(usage);
  const counts = toTokenCounts(usage);
  if (!isEmpty(own)) return withHiddenOutput(own, counts);
  const { input, cached, cacheWritten, output, reasoning } = counts;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: cacheWritten },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

/** Adds what the model wrote in rounds that the client does not see: only that counts of them. */
function withHiddenOutput(own: Fields, { output, reasoning }: TokenCounts): Fields {
  const shown = tokenCount(own["completion_tokens"]);
  if (output <= shown) return own;
  const details = fieldsOf(own["completion_tokens_details"]);
  return {
    ...own,
    completion_tokens: output,
    total_tokens: tokenCount(own["total_tokens"]) + output - shown,
    ...(reasoning > 0 && { completion_tokens_details: { ...details, reasoning_tokens: reasoning } }),
  };
}
