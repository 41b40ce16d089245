import { Readable } from "node:stream";
import * as zlib from "node:zlib";

type CreateDecompressor = () => NodeJS.ReadWriteStream;

/** Newer releases of Node have it. */
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: CreateDecompressor };

const decompressors: ReadonlyMap<string, CreateDecompressor> = new Map<string, CreateDecompressor>([
  ["gzip", zlib.createGunzip],
  ["deflate", zlib.createInflate],
  ["br", zlib.createBrotliDecompress],
  ...(createZstdDecompress === undefined ? [] : [["zstd", createZstdDecompress] as const]),
]);

/** The values of `content-encoding` that can be unpacked. */
export const encodings: readonly string[] = [...decompressors.keys()];

/** What comes out of a packed body, piece by piece, so that a bomb is noticed while it goes off. Undefined for another encoding. */
export function unpack(encoding: string, pieces: Iterable<Uint8Array>): AsyncIterable<Buffer> | undefined {
  const decompressor = decompressors.get(encoding)?.();
  return decompressor && (Readable.from(pieces).pipe(decompressor) as AsyncIterable<Buffer>);
}
