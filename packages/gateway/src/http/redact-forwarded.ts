import type { Redactor } from "@toolcrib/core/redaction";
import { unpack } from "../body/decompressors.ts";
import type { RawResponse } from "../contracts/upstream.ts";
import { errorTypeOf } from "../errors/error-types.ts";
import { UpstreamError } from "../errors/upstream-error.ts";

const maxErrorBytes = 1_048_576;

/**
 * Removes secrets of the config and of the call from a forwarded error, such as a refused key that the upstream quotes. Nothing else
 * changes: an answer that is not an error keeps its bytes.
 */
export async function redactForwarded(response: RawResponse, redactor: Redactor): Promise<RawResponse> {
  const shown = { ...response, headers: redactHeaders(response.headers, redactor) };
  return response.status < 400 ? shown : redactErrorBody(shown, redactor);
}

function redactHeaders(headers: RawResponse["headers"], redactor: Redactor): RawResponse["headers"] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactor.text(value)]));
}

async function redactErrorBody(response: RawResponse, redactor: Redactor): Promise<RawResponse> {
  const { status, headers } = response;
  const chunks = await collect(response.body, status);
  const { "content-encoding": encoding = "identity", "content-length": _length, ...others } = headers;
  const unpacked = encoding === "identity" ? chunks : await unpackAll(encoding, chunks, status);
  const text = Buffer.concat(unpacked).toString("utf8");
  const shown = redactor.text(text);
  if (shown === text) return { ...response, body: replay(chunks) };
  const { "content-encoding": _encoding, ...kept } = others;
  return { status, headers: kept, body: replay([Buffer.from(shown)]) };
}

async function unpackAll(
  encoding: string,
  chunks: readonly Uint8Array[],
  status: number,
): Promise<readonly Uint8Array[]> {
  const unpacked = unpack(encoding, chunks);
  try {
    // A body that cannot be decompressed here may contain anything.
    return unpacked === undefined ? [] : await collect(unpacked, status);
  } catch {
    return [];
  }
}

async function collect(body: AsyncIterable<Uint8Array>, status: number): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxErrorBytes) {
      const message = `The upstream answered ${status} with more than ${maxErrorBytes} bytes.`;
      throw new UpstreamError(status, { type: errorTypeOf(status), message });
    }
    chunks.push(chunk);
  }
  return chunks;
}

async function* replay(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
