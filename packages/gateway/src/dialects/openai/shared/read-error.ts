import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { errorTypeOf } from "../../../errors/error-types.ts";
import { isRetryableStatus, UpstreamError } from "../../../errors/upstream-error.ts";
import { readRetryAfter } from "../../../retry/retry-policy.ts";
import { errorMessageOf } from "../../shared/http/error-text.ts";
import { promptTooLong } from "../../shared/http/prompt-too-long.ts";
import { readText } from "../../shared/http/read-body.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The status of errors inside an answer or a stream, by their code or type. Policies and images are below. */
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
  ["invalid_request_error", 400],
  ["BadRequestError", 400],
  ["authentication_error", 401],
  ["not_found_error", 404],
  ["NotFoundError", 404],
  ["rate_limit_error", 429],
  ["overloaded_error", 529],
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
  const problem = problemIn(parse(text)) ?? { message: wordsOf(text), ...unknown };
  const shouldRetry = headers["x-should-retry"];
  return toError(status, problem, {
    retryAfterSeconds: retryAfter(headers, now),
    ...(shouldRetry === undefined ? {} : { isRetryable: shouldRetry === "true" }),
  });
}

/** The error that a server reports inside an answer or a stream: in an `error` field, an `error` event, or a response that failed. */
export function errorOfEvent(event: unknown): UpstreamError {
  const problem = problemIn(event) ?? { message: "The upstream reported an error in its answer.", ...unknown };
  return toError(statusOf(problem), problem, {});
}

const unknown = { code: undefined, param: undefined, type: undefined } as const;

function toError(
  given: number,
  problem: OpenAiProblem,
  options: { readonly retryAfterSeconds?: number | undefined; readonly isRetryable?: boolean },
): UpstreamError {
  const { message, code, param } = problem;
  const text = message === "" ? `The upstream answered ${given}.` : message;
  const status = innerStatus(given, problem);
  const type = errorTypeOf(status);
  const details =
    code === undefined ? {} : { details: { error_code: code, ...(param === undefined ? {} : { param }) } };
  return new UpstreamError(
    status,
    { type, message: status === 400 ? (tooLongMessage(text, code) ?? text) : text, ...details },
    {
      ...options,
      // Quota that is used up does not come back by itself.
      isRetryable: status !== 402 && (options.isRetryable ?? isRetryableStatus(status)),
    },
  );
}

function innerStatus(status: number, { code, type, message }: OpenAiProblem): number {
  if (code === "context_length_exceeded" || status === 422) return 400;
  if (status === 413 && tooLongMessage(message, code) !== undefined) return 400;
  const isQuota = [code, type].includes("insufficient_quota") || /exceeded your current quota/i.test(message);
  if (status === 429 && isQuota) return 402;
  return status === 503 ? 529 : status;
}

function statusOf({ code, type, message }: OpenAiProblem): number {
  const numeric = Number(code);
  if (Number.isInteger(numeric) && numeric >= 400 && numeric < 600) return numeric;
  const known = statusesByCode.get(code ?? "") ?? statusesByCode.get(type ?? "");
  if (known !== undefined) return known;
  return badRequestCodes.test(code ?? "") || tooLongMessage(message, code) !== undefined ? 400 : 502;
}

function tooLongMessage(message: string, code: string | undefined): string | undefined {
  return promptTooLong(message) ?? (code === "context_length_exceeded" ? `prompt is too long: ${message}` : undefined);
}

/** The message of an error body. An HTML page from a proxy helps nobody. */
function wordsOf(text: string): string {
  return /^\s*</.test(text) ? "" : errorMessageOf(text).trim();
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
