import { isNestedTooDeeply } from "@toolcrib/shared/json";
import type { RawResponse } from "../../../../contracts/upstream.ts";
import { errorTypeOf } from "../../../../errors/error-types.ts";
import { isRetryableStatus, UpstreamError } from "../../../../errors/upstream-error.ts";
import { readRetryAfter } from "../../../../retry/retry-policy.ts";
import { promptTooLong } from "../../../ai-sdk/provider/provider-error.ts";
import { errorMessageOf, readText } from "../../../messages/wire/read-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The error of an answer with an error status. */
export async function readChatError(response: RawResponse, now: number): Promise<UpstreamError> {
  const text = await readText(response);
  const fields = fieldsIn(text);
  const message = shown(text, response.status);
  return toError(response.status, message, fields, {
    retryAfterSeconds: retryAfter(response.headers, now),
    shouldRetry: response.headers["x-should-retry"],
  });
}

/** The error that a server tells inside an answer or a stream. The status is its code, if it has one. */
export function errorIn(error: unknown): UpstreamError {
  const fields = recordOf(error);
  const message = typeof error === "string" ? error : fields["message"];
  const text =
    typeof message === "string" && message !== "" ? message : "The upstream reported an error in its answer.";
  const told = [fields["code"], fields["status"]]
    .map(Number)
    .find((code) => Number.isInteger(code) && code >= 400 && code < 600);
  return toError(told ?? statusOfType(fields) ?? 502, text, fields, {});
}

interface Advice {
  readonly retryAfterSeconds?: number | undefined;
  readonly shouldRetry?: string | undefined;
}

function toError(
  received: number,
  message: string,
  fields: Fields,
  { retryAfterSeconds, shouldRetry }: Advice,
): UpstreamError {
  const status = knownStatus(received, message, fields);
  const tooLong = status === 400 || status === 413 ? tooLongMessage(message, fields) : undefined;
  const type =
    tooLong !== undefined ? "invalid_request_error" : status === 503 ? "overloaded_error" : errorTypeOf(status);
  const details = detailsOf(fields);
  const isRetryable = shouldRetry === undefined ? isRetryableStatus(status) : shouldRetry === "true";
  return new UpstreamError(
    tooLong === undefined ? status : 400,
    { type, message: tooLong ?? message, ...(details === undefined ? {} : { details }) },
    { retryAfterSeconds, isRetryable: isRetryable && status !== 402 },
  );
}

function knownStatus(status: number, message: string, { code, type }: Fields): number {
  if (status === 422) return 400;
  // Quota that is used up does not come back by itself; the API has a status of its own for bills.
  const isQuota =
    code === "insufficient_quota" || type === "insufficient_quota" || /exceeded your current quota/i.test(message);
  return status === 429 && isQuota ? 402 : status;
}

function tooLongMessage(message: string, { code }: Fields): string | undefined {
  const known = promptTooLong(message);
  return known ?? (code === "context_length_exceeded" ? `prompt is too long: ${message}` : undefined);
}

/** The server's own code and field, which clients of the same dialect decide by. */
function detailsOf({ code, param }: Fields): { readonly error_code: string; readonly param?: string } | undefined {
  const named = typeof param === "string" ? { param } : {};
  if (typeof code === "string" && code !== "") return { error_code: code, ...named };
  return undefined;
}

const typeStatuses: ReadonlyMap<unknown, number> = new Map([
  ["invalid_request_error", 400],
  ["BadRequestError", 400],
  ["authentication_error", 401],
  ["insufficient_quota", 402],
  ["not_found_error", 404],
  ["NotFoundError", 404],
  ["rate_limit_error", 429],
  ["rate_limit_exceeded", 429],
  ["overloaded_error", 529],
]);

function statusOfType({ type, code }: Fields): number | undefined {
  return typeStatuses.get(code) ?? typeStatuses.get(type);
}

/** The words of an error's body. A page of HTML from a proxy in between says nothing to anybody. */
function shown(text: string, status: number): string {
  const isPage = /^\s*</.test(text);
  const message = isPage ? "" : errorMessageOf(text).trim();
  return message === "" ? `The upstream answered with status ${status}.` : message;
}

function fieldsIn(text: string): Fields {
  try {
    const body = recordOf(JSON.parse(text));
    const error = recordOf(body["error"]);
    return Object.keys(error).length > 0 ? error : body;
  } catch {
    return {};
  }
}

function recordOf(value: unknown): Fields {
  const isUsable = typeof value === "object" && value !== null && !Array.isArray(value) && !isNestedTooDeeply(value);
  return isUsable ? (value as Fields) : {};
}

function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && Number.isFinite(milliseconds))
    return Math.max(0, milliseconds / 1_000);
  return readRetryAfter(headers["retry-after"], now);
}
