import { describeValue } from "@toolcrib/shared/errors";

const maxBytes = 64 * 1_024;
const maxPatterns = 1_000;
const maxPatternLength = 200;
const maxMilliseconds = 10_000;

/**
 * Fetches a list of model patterns: a JSON array of strings. Rejects anything else, and what is too large or too slow.
 */
export async function fetchDenyList(url: string, signal: AbortSignal): Promise<readonly string[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)]);
  const response = await fetch(url, { headers: { accept: "application/json" }, signal: limited });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the server answered ${response.status}`);
  }
  const list: unknown = JSON.parse(await readBounded(response));
  if (isListOfPatterns(list)) return list;
  throw new Error(
    `expected an array of up to ${maxPatterns} strings of 1 to ${maxPatternLength} characters, got ${describeValue(list)}`,
  );
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new Error(`the list has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function isListOfPatterns(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= maxPatterns &&
    value.every((item) => typeof item === "string" && item.trim() !== "" && item.length <= maxPatternLength)
  );
}
