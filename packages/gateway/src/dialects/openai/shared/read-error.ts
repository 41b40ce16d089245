import { isNestedTooDeeply, isRecord, parseJson } from "@toolcrib/shared/json";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { errorTypeOf } from "../../../errors/error-types.ts";
import { isRetryableStatus, UpstreamError } from "../../../errors/upstream-error.ts";
import { readRetryAfter } from "../../../retry/retry-policy.ts";
import { errorMessageOf, isPage } from "../../shared/http/error-text.ts";
import { innerStatus } from "../../shared/http/inner-status.ts";
import { promptTooLong } from "../../shared/http/prompt-too-long.ts";
import { readErrorText } from "../../shared/http/read-body.ts";
import { statusOfOpenAiName } from "./error-kinds.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Codes of requests that are wrong, for those that are too many to list. */
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
  const text = await readErrorText(response);
  const { status, headers } = response;
  const problem = problemIn(parseJson(text)) ?? { message: wordsOf(text), ...unknown };
  const shouldRetry = headers["x-should-retry"];
  return toError(status, problem, {
    retryAfterSeconds: readRetryAfter(headers, now),
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
  const status = statusIn(given, problem);
  const type = errorTypeOf(status);
  const details =
    code === undefined || isStatus(code)
      ? {}
      : { details: { error_code: code, ...(param === undefined ? {} : { param }) } };
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

function statusIn(given: number, { code, type, message }: OpenAiProblem): number {
  return code === "context_length_exceeded" ? 400 : innerStatus(given, message, `${code} ${type}`);
}

/** Some servers give a status as their code. */
function isStatus(code: string | undefined): code is string {
  return /^[45]\d\d$/.test(code ?? "");
}

function statusOf({ code, type, message }: OpenAiProblem): number {
  if (isStatus(code)) return Number(code);
  const known = statusOfOpenAiName(code) ?? statusOfOpenAiName(type);
  if (known !== undefined) return known;
  return badRequestCodes.test(code ?? "") || tooLongMessage(message, code) !== undefined ? 400 : 502;
}

function tooLongMessage(message: string, code: string | undefined): string | undefined {
  return promptTooLong(message) ?? (code === "context_length_exceeded" ? `prompt is too long: ${message}` : undefined);
}

function wordsOf(text: string): string {
  return isPage(text) ? "" : errorMessageOf(text).trim();
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
