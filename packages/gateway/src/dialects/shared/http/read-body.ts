import { isRecord } from "@toolcrib/shared/json";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { excerpt } from "./error-text.ts";

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
