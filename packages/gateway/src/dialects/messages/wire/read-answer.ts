import { isNestedTooDeeply, parseJson } from "@toolcrib/shared/json";
import type { ApiErrorBody } from "../../../contracts/inner-form.ts";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { errorTypeOf } from "../../../errors/error-types.ts";
import { isRetryableStatus, UpstreamError } from "../../../errors/upstream-error.ts";
import { readRetryAfter } from "../../../retry/retry-policy.ts";
import { excerpt, messageIn } from "../../shared/http/error-text.ts";
import { readErrorText } from "../../shared/http/read-body.ts";

/** The error for a response with an error status. A body in another format is converted to the API's envelope. */
export async function readError(response: RawResponse, now: number): Promise<UpstreamError> {
  const text = await readErrorText(response);
  const shouldRetry = response.headers["x-should-retry"];
  return new UpstreamError(response.status, readEnvelope(text) ?? wrapped(text, response.status), {
    retryAfterSeconds: readRetryAfter(response.headers, now),
    isRetryable: shouldRetry === undefined ? isRetryableStatus(response.status) : shouldRetry === "true",
  });
}

function readEnvelope(text: string): ApiErrorBody["error"] | undefined {
  const { error } = (parseJson(text) ?? {}) as Partial<ApiErrorBody>;
  if (typeof error?.type !== "string" || typeof error.message !== "string") return undefined;
  const { type, message } = error;
  return isNestedTooDeeply(error) ? { type, message } : error;
}

function wrapped(text: string, status: number): ApiErrorBody["error"] {
  const type = errorTypeOf(status);
  return {
    type,
    message: messageIn(text) ?? (text.trim() === "" ? `The upstream answered ${status}.` : excerpt(text)),
  };
}
