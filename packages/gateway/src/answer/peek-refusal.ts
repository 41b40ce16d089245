import { unpack } from "../body/decompressors.ts";
import type { RawResponse } from "../contracts/upstream.ts";
import { errorMessageOf } from "../dialects/shared/http/error-text.ts";
import { errorTypeOf } from "../errors/error-types.ts";
import { UpstreamError } from "../errors/upstream-error.ts";

const maxBytes = 65_536;

/**
 * Inspects a forwarded answer that may be a refusal before the client sees it. `check` throws if the request must be sent again;
 * otherwise the answer is forwarded unchanged.
 */
export async function peekRefusal(response: RawResponse, check: (error: UpstreamError) => void): Promise<RawResponse> {
  if (response.status !== 400 && response.status !== 422) return response;
  const chunks: Uint8Array[] = [];
  const rest = response.body[Symbol.asyncIterator]();
  for (let length = 0; length <= maxBytes; ) {
    const { done, value } = await rest.next();
    if (done === true) break;
    chunks.push(value);
    length += value.length;
  }
  const message = errorMessageOf(await textOf(chunks, response.headers["content-encoding"]));
  try {
    check(new UpstreamError(response.status, { type: errorTypeOf(response.status), message }));
  } catch (error) {
    await rest.return?.();
    throw error;
  }
  return { ...response, body: replay(chunks, rest) };
}

/** The client chose the content encodings. An answer that cannot be decompressed is forwarded without being read. */
async function textOf(chunks: readonly Uint8Array[], encoding: string | undefined): Promise<string> {
  if (encoding === undefined || encoding === "identity") return Buffer.concat(chunks).toString("utf8");
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of unpack(encoding, chunks) ?? []) {
      length += piece.length;
      if (length > maxBytes) return "";
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString("utf8");
  } catch {
    return "";
  }
}

async function* replay(read: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* read;
  yield* { [Symbol.asyncIterator]: () => rest };
}
