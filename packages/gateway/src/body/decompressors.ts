import { Readable } from "node:stream";
import * as zlib from "node:zlib";

type CreateDecompressor = () => NodeJS.ReadWriteStream;

/** Available in newer Node releases. */
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: CreateDecompressor };

const decompressors: ReadonlyMap<string, CreateDecompressor> = new Map<string, CreateDecompressor>([
  ["gzip", zlib.createGunzip],
  ["deflate", zlib.createInflate],
  ["br", zlib.createBrotliDecompress],
  ...(createZstdDecompress === undefined ? [] : [["zstd", createZstdDecompress] as const]),
]);

/** The supported values of `content-encoding`. */
export const encodings: readonly string[] = [...decompressors.keys()];

/** Decompresses a body chunk by chunk, to notice a decompression bomb early. Undefined for an unsupported encoding. */
export function unpack(encoding: string, pieces: Iterable<Uint8Array>): AsyncIterable<Buffer> | undefined {
  const decompressor = decompressors.get(encoding)?.();
  return decompressor && (Readable.from(pieces).pipe(decompressor) as AsyncIterable<Buffer>);
}
