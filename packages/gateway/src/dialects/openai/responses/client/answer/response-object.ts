import type { Usage } from "../../../../../contracts/inner-form.ts";
import type { Fields } from "../../../shared/read-values.ts";
import { isSpokenRefusal } from "../../../shared/shared-form.ts";
import { toTokenCounts } from "../../../shared/token-counts.ts";
import type { ResponseContext } from "../request/answer-context.ts";

type ResponseStatus = "in_progress" | "completed" | "incomplete" | "failed";

/** How an answer ended. */
export interface ResponseEnd {
  readonly status: ResponseStatus;
  readonly incomplete_details: { readonly reason: string } | null;
}

export interface ResponseObject {
  readonly id: string;
  readonly output: readonly object[];
  readonly [field: string]: unknown;
}

/** What a response object is made of. */
export interface ResponseParts extends ResponseEnd {
  readonly id: string;
  readonly createdAt: number;
  readonly request: ResponseContext;
  readonly output: readonly object[];
  readonly usage: Usage | undefined;
  readonly error?: object | undefined;
}

const truncated: ReadonlySet<string | null> = new Set(["max_tokens", "model_context_window_exceeded"]);

/** How OpenAI names the reason for which a model stopped. */
export function endOf(stopReason: string | null, ending: Fields = {}): ResponseEnd {
  if (truncated.has(stopReason)) return { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
  if (stopReason === "refusal" && !isSpokenRefusal(ending)) {
    return { status: "incomplete", incomplete_details: { reason: "content_filter" } };
  }
  return { status: "completed", incomplete_details: null };
}

/** A response. The tools and instructions of the request are not repeated: they can be thousands of times longer than the answer. */
export function responseObject({
  id,
  createdAt,
  request,
  output,
  usage,
  error,
  ...end
}: ResponseParts): ResponseObject {
  return {
    id,
    object: "response",
    created_at: createdAt,
    status: end.status,
    background: false,
    error: error ?? null,
    incomplete_details: end.incomplete_details,
    instructions: null,
    truncation: "disabled",
    tools: [],
    ...request.repeated,
    output,
    usage: usage === undefined ? null : encodeUsage(usage),
  };
}

export function encodeUsage(usage: Usage): object {
  const { input, cached, cacheWritten, output, reasoning } = toTokenCounts(usage);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: cacheWritten },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}
