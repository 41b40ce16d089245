import type { Redactor } from "@toolcrib/core/redaction";
import { unpack } from "../body/decompressors.ts";
import type { RawResponse } from "../contracts/upstream.ts";
import { errorTypeOf } from "../errors/error-types.ts";
import { UpstreamError } from "../errors/upstream-error.ts";

const maxErrorBytes = 1_048_576;
const maxEventBytes = 65_536;

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

const marks = [
  "event: response.failed",
  '"type":"response.failed"',
  "event: error",
  "event:error",
  '"type":"error"',
  '"type": "error"',
  '{"error":',
  '{"error" :',
];
const nothing = new Uint8Array(0);

/** Removes secrets from `error` events in a stream: each is held back until it is complete. Other bytes are forwarded unchanged. */
export class ErrorEvents {
  readonly #redactor: Redactor;
  #held: Buffer | undefined;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The bytes that may be forwarded now. */
  push(chunk: Uint8Array): Uint8Array {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.#held === undefined) {
      const start = startOfError(bytes);
      if (start === -1) return chunk;
      this.#held = bytes.subarray(start);
      return Buffer.concat([bytes.subarray(0, start), this.#release() ?? nothing]);
    }
    this.#held = Buffer.concat([this.#held, bytes]);
    return this.#release() ?? nothing;
  }

  /** The bytes still held back at the end. */
  end(): Uint8Array | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held && this.#redacted(held);
  }

  #release(): Uint8Array | undefined {
    if (this.#held === undefined) return undefined;
    const isWhole = this.#held.includes("\n\n") || this.#held.includes("\r\n\r\n");
    return isWhole || this.#held.length > maxEventBytes ? this.end() : undefined;
  }

  /** Decoded as one byte per character, so that bytes that are not text survive. */
  #redacted(bytes: Buffer): Uint8Array {
    return Buffer.from(this.#redactor.text(bytes.toString("latin1")), "latin1");
  }
}

function startOfError(bytes: Buffer): number {
  const starts = marks.map((mark) => bytes.indexOf(mark)).filter((start) => start !== -1);
  return starts.length === 0 ? -1 : Math.min(...starts);
}
