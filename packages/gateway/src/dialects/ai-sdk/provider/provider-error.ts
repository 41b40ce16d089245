import { APICallError } from "@ai-sdk/provider";
import { isNestedTooDeeply } from "@toolcrib/shared/json";
import { errorTypeOf } from "../../../errors/error-types.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { promptTooLong } from "../../shared/http/prompt-too-long.ts";

const maxMessageLength = 2000;

/** Errors that a package raises before it calls the provider. */
const statusesByName: ReadonlyMap<string, number> = new Map([
  ["AI_LoadAPIKeyError", 401],
  ["AI_LoadSettingError", 401],
  ["AI_NoSuchModelError", 404],
  ["AI_UnsupportedFunctionalityError", 400],
  ["AI_InvalidPromptError", 400],
  ["AI_InvalidArgumentError", 400],
]);

/** Converts anything a provider throws to a Messages API error. */
export function toUpstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (APICallError.isInstance(error)) return fromApiCall(error);
  const { name, message } = (error ?? {}) as { readonly name?: unknown; readonly message?: unknown };
  const text = typeof message === "string" ? message : written(error ?? "no reason given");
  const status = (typeof name === "string" ? statusesByName.get(name) : undefined) ?? statusIn(error);
  const type = status === undefined ? "api_error" : errorTypeOf(status);
  return new UpstreamError(status ?? 502, { type, message: text.slice(0, maxMessageLength) }, { cause: error });
}

/** An error in a stream can be any JSON. */
function written(error: unknown): string {
  return isNestedTooDeeply(error) ? "an error that is too deeply nested to display" : String(JSON.stringify(error));
}

function fromApiCall(error: APICallError): UpstreamError {
  const { statusCode, responseHeaders = {}, isRetryable } = error;
  const message = messageOf(error);
  // No status, or a success status: the upstream was unreachable, or its response was unreadable.
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
  // An exhausted quota does not recover by itself; the API has a separate status for billing.
  return status === 429 && /insufficient_quota|exceeded your current quota/i.test(message) ? 402 : status;
}

/** The provider's own message, which its package may fail to extract. */
function messageOf({ message, responseBody = "", statusCode }: APICallError): string {
  const text = wordsIn(responseBody) ?? message;
  const bare = text === "" ? `The upstream answered with status ${statusCode}.` : text;
  return bare.slice(0, maxMessageLength);
}

/** The message in an error body: in one of the formats that servers use, or the body itself if it is plain text. */
function wordsIn(responseBody: string): string | undefined {
  // An HTML page from a proxy does not help anyone.
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

function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && Number.isFinite(milliseconds)) return milliseconds / 1000;
  const seconds = Number(headers["retry-after"]);
  return headers["retry-after"] !== undefined && Number.isFinite(seconds) ? seconds : undefined;
}

/** Errors in a stream may carry the status as a code. */
function statusIn(error: unknown): number | undefined {
  const { code, status } = (error ?? {}) as { readonly code?: unknown; readonly status?: unknown };
  const given = code ?? status;
  const number = typeof given === "number" || typeof given === "string" ? Number(given) : Number.NaN;
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}
