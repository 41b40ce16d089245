import { promisify } from "node:util";
import * as zlib from "node:zlib";

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Newer releases of Node have it. */
const { zstdDecompress } = zlib as { readonly zstdDecompress?: typeof zlib.gunzip };

/** What unpacks a body, by its `content-encoding`. */
export const decompressors: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ["gzip", promisify(zlib.gunzip)],
  ["deflate", promisify(zlib.inflate)],
  ["br", promisify(zlib.brotliDecompress)],
  ...(zstdDecompress === undefined ? [] : [["zstd", promisify(zstdDecompress)] as const]),
]);
