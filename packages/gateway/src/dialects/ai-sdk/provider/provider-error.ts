import type { APICallError } from "@ai-sdk/provider";
import { isNestedTooDeeply, parseJson } from "@toolcrib/shared/json";
import { errorTypeOf } from "../../../errors/error-types.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { readRetryAfter } from "../../../retry/retry-policy.ts";
import { isPage, messageIn } from "../../shared/http/error-text.ts";
import { innerStatus } from "../../shared/http/inner-status.ts";
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
  if (isApiCallError(error)) return fromApiCall(error);
  const { name, message } = (error ?? {}) as { readonly name?: unknown; readonly message?: unknown };
  const text = typeof message === "string" ? message : written(error ?? "no reason given");
  const status = (typeof name === "string" ? statusesByName.get(name) : undefined) ?? statusIn(error);
  const type = status === undefined ? "api_error" : errorTypeOf(status);
  return new UpstreamError(status ?? 502, { type, message: text.slice(0, maxMessageLength) }, { cause: error });
}

/** Known by its name: the package with its class is only installed with a provider, and each provider may have its own copy. */
function isApiCallError(error: unknown): error is APICallError {
  return error instanceof Error && error.name === "AI_APICallError";
}

/** An error in a stream can be any JSON. */
function written(error: unknown): string {
  return isNestedTooDeeply(error) ? "an error that is too deeply nested to display" : String(JSON.stringify(error));
}

function fromApiCall(error: APICallError): UpstreamError {
  if (error.cause instanceof UpstreamError) return error.cause;
  const { statusCode, responseHeaders = {}, isRetryable } = error;
  const message = messageOf(error);
  // No status, or a success status: the upstream was unreachable, or its response was unreadable.
  const status = statusCode === undefined || statusCode < 400 ? 502 : innerStatus(statusCode, message);
  const tooLong = status === 400 ? promptTooLong(message) : undefined;
  return new UpstreamError(
    status,
    { type: errorTypeOf(status), message: tooLong ?? message },
    {
      cause: error,
      retryAfterSeconds: readRetryAfter(responseHeaders, Date.now()),
      isRetryable: isRetryable && status !== 402 ? true : undefined,
    },
  );
}

/** The provider's own message, which its package may fail to extract. */
function messageOf({ message, responseBody = "", statusCode, cause }: APICallError): string {
  if (statusCode !== undefined && statusCode < 400) {
    // The package says "Failed to process successful response".
    const reason = cause instanceof Error ? cause.message : message;
    return `The upstream broke off in the middle of its answer, or the answer cannot be read (${reason}).`.slice(
      0,
      maxMessageLength,
    );
  }
  const text = wordsIn(responseBody) ?? message;
  const bare = text === "" ? `The upstream answered with status ${statusCode}.` : text;
  return bare.slice(0, maxMessageLength);
}

/** The message in an error body: in one of the formats that servers use, or the body itself if it is plain text. */
function wordsIn(responseBody: string): string | undefined {
  if (responseBody.trim() === "") return undefined;
  if (isPage(responseBody)) return "";
  return parseJson(responseBody) === undefined ? responseBody.trim() : messageIn(responseBody);
}

/** Errors in a stream may carry the status as a code. */
function statusIn(error: unknown): number | undefined {
  const { code, status } = (error ?? {}) as { readonly code?: unknown; readonly status?: unknown };
  const given = code ?? status;
  const number = typeof given === "number" || typeof given === "string" ? Number(given) : Number.NaN;
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}
