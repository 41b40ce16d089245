import { APICallError } from "@ai-sdk/provider";
import { isNestedTooDeeply } from "@toolcrib/shared/json";
import { errorTypeOf } from "../../../errors/error-types.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";

const maxMessageLength = 2000;

/** What a package finds wrong before it asks the provider. */
const statusesByName: ReadonlyMap<string, number> = new Map([
  ["AI_LoadAPIKeyError", 401],
  ["AI_LoadSettingError", 401],
  ["AI_NoSuchModelError", 404],
  ["AI_UnsupportedFunctionalityError", 400],
  ["AI_InvalidPromptError", 400],
  ["AI_InvalidArgumentError", 400],
]);

/** Whatever a provider threw, as an error of the Messages API. */
export function toUpstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (APICallError.isInstance(error)) return fromApiCall(error);
  const { name, message } = (error ?? {}) as { readonly name?: unknown; readonly message?: unknown };
  const text = typeof message === "string" ? message : written(error ?? "no reason given");
  const status = (typeof name === "string" ? statusesByName.get(name) : undefined) ?? statusIn(error);
  const type = status === undefined ? "api_error" : errorTypeOf(status);
  return new UpstreamError(status ?? 502, { type, message: text.slice(0, maxMessageLength) }, { cause: error });
}

/** A stream's error may be any JSON. */
function written(error: unknown): string {
  return isNestedTooDeeply(error) ? "an error that is nested too deeply to be told" : String(JSON.stringify(error));
}

function fromApiCall(error: APICallError): UpstreamError {
  const { statusCode, responseHeaders = {}, isRetryable } = error;
  const message = messageOf(error);
  // No status, or one of success: the upstream could not be reached, or sent something that nobody can read.
  const status = statusCode === undefined || statusCode < 400 ? 502 : knownStatus(statusCode, message);
  const type = status === 503 ? "overloaded_error" : errorTypeOf(status);
  const tooLong = status === 400 || status === 413 ? promptTooLong(message) : undefined;
  return new UpstreamError(
    tooLong === undefined ? status : 400,
    { type: tooLong === undefined ? type : "invalid_request_error", message: tooLong ?? message },
    {
      cause: error,
      retryAfterSeconds: retryAfter(responseHeaders),
      isRetryable: isRetryable && status !== 402 ? true : undefined,
    },
  );
}

function knownStatus(status: number, message: string): number {
  if (status === 422) return 400;
  // Quota that is used up will not come back by itself; the API has a status of its own for bills.
  return status === 429 && /insufficient_quota|exceeded your current quota/i.test(message) ? 402 : status;
}

/** The provider's own words, which its package may not know where to find. */
function messageOf({ message, responseBody = "", statusCode }: APICallError): string {
  const text = wordsIn(responseBody) ?? message;
  const bare = text === "" ? `The upstream answered with status ${statusCode}.` : text;
  return bare.slice(0, maxMessageLength);
}

/** The message in an error's body: in one of the forms that servers use, or the body itself where it is plain text. */
function wordsIn(responseBody: string): string | undefined {
  // A page of HTML from a proxy in between says nothing to anybody.
  if (/^\s*(<|$)/.test(responseBody)) return responseBody.trim() === "" ? undefined : "";
  let body: unknown;
  try {
    body = JSON.parse(responseBody);
  } catch {
    return responseBody.trim();
  }
  if (typeof body !== "object" || body === null) return undefined;
  const { error, message, detail } = body as Readonly<Record<"error" | "message" | "detail", unknown>>;
  const candidates = [(error as { readonly message?: unknown } | null | undefined)?.message, error, message, detail];
  return candidates.find((candidate) => typeof candidate === "string");
}

/** Clients compact a conversation when they read these words of the API, so a full context says them here too. */
function promptTooLong(message: string): string | undefined {
  if (!/context[_ ](length|window|size)|maximum context|too many tokens|prompt is too long/i.test(message))
    return undefined;
  if (/prompt is too long/i.test(message)) return message;
  const numbers = [...message.matchAll(/\d[\d,]{2,}/g)].map(([digits]) => Number(digits.replaceAll(",", "")));
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  return numbers.length < 2 || min === max
    ? `prompt is too long: ${message}`
    : `prompt is too long: ${max} tokens > ${min} maximum`;
}

function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && Number.isFinite(milliseconds)) return milliseconds / 1000;
  const seconds = Number(headers["retry-after"]);
  return headers["retry-after"] !== undefined && Number.isFinite(seconds) ? seconds : undefined;
}

/** Errors inside a stream carry the status as a code, where they carry one. */
function statusIn(error: unknown): number | undefined {
  const { code, status } = (error ?? {}) as { readonly code?: unknown; readonly status?: unknown };
  const told = code ?? status;
  const number = typeof told === "number" || typeof told === "string" ? Number(told) : Number.NaN;
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}
