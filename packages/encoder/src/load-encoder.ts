import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Embedder } from "@toolcrib/search";
import { describeValue, errorMessage } from "@toolcrib/shared/errors";
import { CacheFolder } from "./cache/cache-folder.ts";
import { defaultCacheFolder } from "./cache/default-cache-folder.ts";
import { VectorCache } from "./cache/vector-cache.ts";
import { createEncoder } from "./encoder.ts";
import { EncoderError } from "./errors/encoder-error.ts";
import { parseWeights } from "./weights/weights-file.ts";

/** Options of `loadEncoder`. */
export interface EncoderOptions {
  /**
   * The folder in which vectors of tools are kept, by a hash of their text, so that they are computed once.
   * Default: `toolcrib/encoder` in the user's cache folder. `null`, or a user without a home: in memory only.
   */
  readonly cacheFolder?: string | null;
  /**
   * Worker threads that compute the vectors of tools; 0 uses the main thread, between its other tasks.
   * Default: one less than there are cores, from 1 to 4. Queries always run on the main thread.
   */
  readonly threads?: number;
  /** A weights file of your own, made by `training/`. Default: the included one. */
  readonly weights?: string | URL | Uint8Array;
}

const includedWeights = new URL("../weights/encoder.bin", import.meta.url);
const maxThreads = 64;

/** Loads the encoder, for the option `embedder` of a `ToolIndex`. */
export async function loadEncoder(options: EncoderOptions = {}): Promise<Embedder> {
  const threads = checkedThreads(options.threads);
  const folder = checkedFolder(options.cacheFolder);
  const weights = parseWeights(await readWeights(options.weights ?? includedWeights));
  const cache = new VectorCache(folder === null ? undefined : new CacheFolder(folder, weights.id, weights.shape.width));
  return createEncoder(weights, cache, threads);
}

async function readWeights(weights: string | URL | Uint8Array): Promise<Uint8Array> {
  if (weights instanceof Uint8Array) {
    return weights;
  }
  try {
    return await readFile(weights);
  } catch (cause) {
    const received = errorMessage(cause);
    throw new EncoderError("invalid_encoder_weights", { expected: "a readable file", received }, { cause });
  }
}

function checkedThreads(threads: unknown = Math.max(1, Math.min(4, availableParallelism() - 1))): number {
  if (typeof threads === "number" && Number.isInteger(threads) && threads >= 0 && threads <= maxThreads) {
    return threads;
  }
  const expected = `a whole number from 0 to ${maxThreads}`;
  throw new EncoderError("invalid_encoder_option", { option: "threads", expected, received: describeValue(threads) });
}

function checkedFolder(folder: unknown = defaultCacheFolder()): string | null {
  if (folder === null || (typeof folder === "string" && folder !== "")) {
    return folder;
  }
  const expected = "the path of a folder, or null";
  throw new EncoderError("invalid_encoder_option", {
    option: "cacheFolder",
    expected,
    received: describeValue(folder),
  });
}
