import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { errorTypeOf } from "../../../errors/error-types.ts";
import { isRetryableStatus, UpstreamError } from "../../../errors/upstream-error.ts";
import { readRetryAfter } from "../../../retry/retry-policy.ts";
import { errorMessageOf, readText } from "../../messages/wire/read-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The status of errors that come inside a stream, or in a response that failed, by their code. Policies and images are below. */
const statusesByCode: ReadonlyMap<string, number> = new Map([
  ["rate_limit_exceeded", 429],
  ["insufficient_quota", 402],
  ["billing_hard_limit_reached", 402],
  ["usage_limit_reached", 429],
  ["server_error", 500],
  ["server_is_overloaded", 529],
  ["slow_down", 529],
  ["vector_store_timeout", 504],
  ["invalid_api_key", 401],
  ["permission_denied", 403],
  ["data_residency_mismatch", 403],
  ["model_not_found", 404],
  ["previous_response_not_found", 404],
  ["context_length_exceeded", 400],
  ["invalid_prompt", 400],
]);
const badRequestCodes =
  /^(?:invalid|unsupported|unknown|missing|image|empty_image|failed_to_download_image|string|array|integer)_|_policy/;

/** What OpenAI's APIs say about an error. */
interface OpenAiProblem {
  readonly message: string;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly type: string | undefined;
}

/** The error that an answer with an error status stands for. */
export async function readOpenAiError(response: RawResponse, now: number): Promise<UpstreamError> {
  const text = await readText(response);
  const { status, headers } = response;
  const problem = problemIn(parse(text)) ?? { message: errorMessageOf(text).trim(), ...unknown };
  const shouldRetry = headers["x-should-retry"];
  return toError(status, problem, {
    retryAfterSeconds: retryAfter(headers, now),
    ...(shouldRetry === undefined ? {} : { isRetryable: shouldRetry === "true" }),
  });
}

/** The error of an `error` event, or of a response that failed. */
export function errorOfEvent(event: unknown): UpstreamError {
  const problem = problemIn(event) ?? { message: "The upstream reported an error in its stream.", ...unknown };
  return toError(statusOf(problem), problem, {});
}

const unknown = { code: undefined, param: undefined, type: undefined } as const;

function toError(
  given: number,
  problem: OpenAiProblem,
  options: { readonly retryAfterSeconds?: number | undefined; readonly isRetryable?: boolean },
): UpstreamError {
  const { message, code, param } = problem;
  const status = innerStatus(given, problem);
  const type = errorTypeOf(status);
  const told = message === "" ? `The upstream answered ${given}.` : message;
  const details =
    code === undefined ? {} : { details: { error_code: code, ...(param === undefined ? {} : { param }) } };
  return new UpstreamError(
    status,
    { type, message: status === 400 ? withPromptTooLong(told, code) : told, ...details },
    {
      ...options,
      // Quota that is used up does not come back by itself.
      isRetryable: status !== 402 && (options.isRetryable ?? isRetryableStatus(status)),
    },
  );
}

function innerStatus(status: number, { code, message }: OpenAiProblem): number {
  if (code === "context_length_exceeded" || status === 422) return 400;
  if (status === 429 && (code === "insufficient_quota" || /exceeded your current quota/i.test(message))) return 402;
  return status === 503 ? 529 : status;
}

function statusOf({ code, type, message }: OpenAiProblem): number {
  const numeric = Number(code);
  if (Number.isInteger(numeric) && numeric >= 400 && numeric < 600) return numeric;
  const known = statusesByCode.get(code ?? "") ?? statusesByCode.get(type ?? "");
  if (known !== undefined) return known;
  return badRequestCodes.test(code ?? "") || type === "invalid_request_error" || isTooLong(message) ? 400 : 500;
}

/** Clients of the Messages API compact a conversation when they read these words. */
function withPromptTooLong(message: string, code: string | undefined): string {
  const isFull = code === "context_length_exceeded" || isTooLong(message);
  return isFull && !/prompt is too long/i.test(message) ? `prompt is too long: ${message}` : message;
}

function isTooLong(message: string): boolean {
  return /exceeds the context window|maximum context length|prompt is too long/i.test(message);
}

function problemIn(value: unknown): OpenAiProblem | undefined {
  if (!isRecord(value) || isNestedTooDeeply(value)) return undefined;
  const { response, error } = value;
  const inner = isRecord(response) ? response["error"] : error;
  const fields: Fields = isRecord(inner) ? inner : value;
  const message = fields["message"] ?? (typeof inner === "string" ? inner : undefined);
  if (typeof message !== "string") return undefined;
  return { message, code: textOf(fields["code"]), param: textOf(fields["param"]), type: textOf(fields["type"]) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function retryAfter(headers: RawResponse["headers"], now: number): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  return Number.isFinite(milliseconds) && milliseconds >= 0
    ? milliseconds / 1_000
    : readRetryAfter(headers["retry-after"], now);
}
