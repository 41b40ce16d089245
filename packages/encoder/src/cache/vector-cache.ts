import { createHash } from "node:crypto";
import type { CacheFolder } from "./cache-folder.ts";
import { type CachedVector, keyLength } from "./segment-file.ts";

/** The oldest vectors are forgotten beyond this many: 16 MB with 384 numbers each. */
const defaultMaxVectors = 20_000;

/** A process that adds vectors for weeks merges its files after this many. */
const maxAddedFiles = 100;

/** The largest value of a number: vectors have length 1. */
const unit = 32_767;

/**
 * Vectors of texts by a hash of the text, in memory and, with a folder, on disk. All vectors are rounded to 16 bits, so
 * that one from the cache is the same as a new one.
 */
export class VectorCache {
  readonly #folder: CacheFolder | undefined;
  readonly #maxVectors: number;
  /** In order of last use. */
  readonly #vectors = new Map<string, Int16Array>();
  #loading: Promise<void> | undefined;
  #addedFiles = 0;
  #addedVectors = 0;

  constructor(folder: CacheFolder | undefined, maxVectors: number = defaultMaxVectors) {
    this.#folder = folder;
    this.#maxVectors = maxVectors;
  }

  /** The vectors that are known, by place; `compute` is called with the places of the others, and they are kept. */
  async complete(
    texts: readonly string[],
    compute: (missing: readonly number[]) => Promise<readonly Float32Array[]>,
  ): Promise<Float32Array[]> {
    this.#loading ??= this.#load();
    await this.#loading;
    const keys = texts.map(keyOf);
    const missing: number[] = [];
    const vectors = keys.map((key, place) => {
      const known = this.#use(key);
      if (known === undefined) {
        missing.push(place);
        return new Float32Array();
      }
      return widen(known);
    });
    if (missing.length === 0) {
      return vectors;
    }
    const computed = await compute(missing);
    const added: CachedVector[] = missing.map((place, index) => ({
      key: keys[place] as string,
      vector: round(computed[index] as Float32Array),
    }));
    for (const [index, place] of missing.entries()) {
      vectors[place] = widen((added[index] as CachedVector).vector);
    }
    this.#keep(added);
    await this.#store(added);
    return vectors;
  }

  async #store(added: readonly CachedVector[]): Promise<void> {
    this.#addedFiles++;
    this.#addedVectors += added.length;
    if (this.#addedFiles <= maxAddedFiles && this.#addedVectors <= this.#maxVectors) {
      await this.#folder?.add(added);
      return;
    }
    this.#addedFiles = 0;
    this.#addedVectors = 0;
    await this.#folder?.replace(Array.from(this.#vectors, ([key, vector]) => ({ key, vector })));
  }

  async #load(): Promise<void> {
    this.#keep((await this.#folder?.load(this.#maxVectors)) ?? []);
  }

  #use(key: string): Int16Array | undefined {
    const vector = this.#vectors.get(key);
    if (vector !== undefined) {
      this.#vectors.delete(key);
      this.#vectors.set(key, vector);
    }
    return vector;
  }

  #keep(entries: readonly CachedVector[]): void {
    for (const { key, vector } of entries) {
      this.#vectors.delete(key);
      this.#vectors.set(key, vector);
    }
    for (const key of this.#vectors.keys()) {
      if (this.#vectors.size <= this.#maxVectors) {
        break;
      }
      this.#vectors.delete(key);
    }
  }
}

/** Tools come from strangers, so the hash is one that nobody can find collisions of. */
function keyOf(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, keyLength * 2);
}

function round(vector: Float32Array): Int16Array {
  return Int16Array.from(vector, (number) => Math.round(number * unit));
}

function widen(vector: Int16Array): Float32Array {
  return Float32Array.from(vector, (number) => number / unit);
}
