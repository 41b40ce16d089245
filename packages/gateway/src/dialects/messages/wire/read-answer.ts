import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import type { ApiErrorBody } from "../../../contracts/inner-form.ts";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { errorTypeOf } from "../../../errors/error-types.ts";
import { isRetryableStatus, UpstreamError } from "../../../errors/upstream-error.ts";
import { readRetryAfter } from "../../../retry/retry-policy.ts";

const maxExcerptLength = 300;
/** How much text an excerpt is taken from, before its markup is removed. */
const maxExcerptSource = 10_000;
const maxDetails = 32;

/** The size limit for complete responses; real ones are far smaller. */
const maxAnswerBytes = 64_000_000;

/** The whole response body, as text. */
export async function readText(response: RawResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > maxAnswerBytes) {
      const message = `The upstream's answer is longer than ${maxAnswerBytes} bytes.`;
      throw new UpstreamError(502, { type: "api_error", message }, { isRetryable: false });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The whole response body, as a JSON object. */
export async function readJson(response: RawResponse): Promise<Record<string, unknown>> {
  const text = await readText(response);
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  const message = `The upstream's answer is not a JSON object: ${excerpt(text)}`;
  throw new UpstreamError(502, { type: "api_error", message });
}

/** The error for a response with an error status. A body in another format is converted to the API's envelope. */
export async function readError(response: RawResponse, now: number): Promise<UpstreamError> {
  const text = await readText(response);
  const shouldRetry = response.headers["x-should-retry"];
  return new UpstreamError(response.status, readEnvelope(text) ?? wrapped(text, response.status), {
    retryAfterSeconds: readRetryAfter(response.headers["retry-after"], now),
    isRetryable: shouldRetry === undefined ? isRetryableStatus(response.status) : shouldRetry === "true",
  });
}

function readEnvelope(text: string): ApiErrorBody["error"] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<ApiErrorBody>;
    if (typeof error?.type !== "string" || typeof error.message !== "string") return undefined;
    const { type, message } = error;
    return isNestedTooDeeply(error) ? { type, message } : error;
  } catch {
    return undefined;
  }
}

function wrapped(text: string, status: number): ApiErrorBody["error"] {
  const type = errorTypeOf(status);
  return {
    type,
    message: messageIn(text) ?? (text.trim() === "" ? `The upstream answered ${status}.` : excerpt(text)),
  };
}

/** The message of an error body, in any envelope; the whole text if there is none. */
export function errorMessageOf(text: string): string {
  return messageIn(text) ?? text;
}

/** The message in error bodies of other servers: `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}`. */
function messageIn(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const error = body["error"];
    const inner = typeof error === "object" && error !== null ? (error as Record<string, unknown>)["message"] : error;
    const said = [inner, body["message"], body["detail"]].find((value): value is string => typeof value === "string");
    return said ?? describeDetails(body["detail"]);
  } catch {
    return undefined;
  }
}

/** FastAPI lists each problem of a request with its location and reason. */
function describeDetails(details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined;
  const lines = details
    .slice(0, maxDetails)
    .flatMap((detail: { readonly loc?: unknown; readonly msg?: unknown } | null) => {
      if (typeof detail?.msg !== "string") return [];
      return [Array.isArray(detail.loc) ? `${detail.loc.join(".")}: ${detail.msg}` : detail.msg];
    });
  return lines.length === 0 ? undefined : lines.join("; ");
}

function excerpt(text: string): string {
  const line = text
    .slice(0, maxExcerptSource)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= maxExcerptLength ? line : `${line.slice(0, maxExcerptLength)}…`;
}
