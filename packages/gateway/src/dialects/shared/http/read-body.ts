import { setImmediate as nextTurn } from "node:timers/promises";
import { describeJsonExcess, isRecord, JsonCounter, parseExactly } from "@toolcrib/shared/json";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { excerpt } from "./error-text.ts";

/** The size limit for complete responses; real ones are far smaller. */
export const maxAnswerBytes = 64_000_000;
const maxLengthAtOnce = 100_000;
/** The size limit for errors, of which only a message is read. */
export const maxErrorBytes = 1_000_000;

/** The whole body of an error response, as text. */
export function readErrorText(response: RawResponse): Promise<string> {
  return collect(response, maxErrorBytes);
}

async function collect(response: RawResponse, max: number, count?: (chunk: Uint8Array) => void): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > max) throw tooMuch(`is longer than ${max} bytes`);
    count?.(chunk);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The error for an answer that exceeds a limit. */
export function tooMuch(problem: string): UpstreamError {
  const message = `The upstream's answer ${problem}.`;
  return new UpstreamError(502, { type: "api_error", message }, { isRetryable: false });
}

/** The whole response body, as a JSON object. What it holds is counted while it arrives. */
export async function readJson(response: RawResponse): Promise<Record<string, unknown>> {
  const counter = new JsonCounter();
  const text = await collect(response, maxAnswerBytes, (chunk) => {
    const excess = counter.add(chunk);
    if (excess !== undefined) throw tooMuch(`holds ${describeJsonExcess(excess)}`);
  });
  try {
    const value = parseExactly(text);
    // What reads the answer takes as long again.
    if (text.length > maxLengthAtOnce) await nextTurn();
    if (isRecord(value)) return value as Record<string, unknown>;
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch(`holds ${error.message}`);
    // Reported below.
  }
  const message = `The upstream's answer is not a JSON object: ${excerpt(text)}`;
  throw new UpstreamError(502, { type: "api_error", message });
}
