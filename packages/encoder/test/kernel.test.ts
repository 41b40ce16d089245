import { describe, expect, it } from "vitest";
import { BatchQueue } from "../src/encode/batch-queue.ts";
import { MainThread } from "../src/encode/main-thread.ts";
import { batchTokens } from "../src/encode/token-batches.ts";
import { startKernel } from "../src/kernel/encoder-kernel.ts";
import { createModelMemory } from "../src/memory/model-memory.ts";
import { weightBytes } from "../src/weights/model-shape.ts";
import { parseWeights } from "../src/weights/weights-file.ts";
import { encodeByReference, roundedModel } from "./support/reference-encoder.ts";
import { seededRandom, tinyModel, tinyWeights } from "./support/tiny-model.ts";

const model = tinyModel();
const weights = parseWeights(tinyWeights());
const { width, vocabulary, positions } = weights.shape;

function tokenLists(lengths: readonly number[], seed = 5): number[][] {
  const random = seededRandom(seed);
  return lengths.map((length) => Array.from({ length }, () => Math.floor(random() * vocabulary)));
}

function encode(texts: readonly number[][]): Float32Array[] {
  const memory = createModelMemory(weights, 0);
  const mainThread = new MainThread(memory, weights.shape);
  const vectors = texts.map(() => new Float32Array(width));
  for (const batch of batchTokens(texts, memory.rows)) {
    mainThread.encode(batch, vectors);
  }
  return vectors;
}

function maxDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.max(...Array.from(a, (number, at) => Math.abs(number - (b[at] as number))));
}

describe("the kernel", () => {
  const everyLength = tokenLists(Array.from({ length: positions }, (_none, index) => index + 1));

  it("gives what plain loops give for the rounded weights, within 2e-4 in every number", () => {
    const rounded = roundedModel(model);
    for (const [index, vector] of encode(everyLength).entries()) {
      expect(maxDifference(vector, encodeByReference(rounded, everyLength[index] as number[]))).toBeLessThan(2e-4);
    }
  });

  it("keeps the direction that layers give without rounding, within a cosine of 0.99", () => {
    const exactLayers = { ...model, words: roundedModel(model).words };
    for (const [index, vector] of encode(everyLength).entries()) {
      const exact = encodeByReference(exactLayers, everyLength[index] as number[]);
      expect(vector.reduce((sum, number, at) => sum + number * (exact[at] as number), 0)).toBeGreaterThan(0.99);
    }
  });

  it("gives vectors of length 1", () => {
    for (const vector of encode(everyLength)) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it("gives the same bits for a text alone and among others", () => {
    const together = encode(everyLength);
    for (const [index, text] of everyLength.entries()) {
      expect(encode([text])[0]).toEqual(together[index]);
    }
  });

  it("reads as many bytes as the file format has, for any shape", () => {
    const shapes = [
      weights.shape,
      { layers: 6, width: 384, innerWidth: 1_536, vocabulary: 30_522, positions: 160 },
      { layers: 1, width: 32, innerWidth: 32, vocabulary: 5, positions: 7 },
    ];
    for (const shape of shapes) {
      const kernel = startKernel(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }), shape);
      expect(kernel.weightBytes()).toBe(weightBytes(shape));
    }
  });
});

describe("four bits of word rows", () => {
  it("are within 13 % of the numbers, in the root of mean squares", () => {
    const { words } = roundedModel(model);
    const sumOfSquares = (numbers: Float32Array): number => numbers.reduce((sum, number) => sum + number ** 2, 0);
    const errors = model.words.map((number, at) => number - (words[at] as number));
    expect(Math.sqrt(sumOfSquares(errors) / sumOfSquares(model.words))).toBeLessThan(0.13);
  });
});

describe("the batch queue", () => {
  const texts = tokenLists(Array.from({ length: 120 }, (_none, index) => (index * 7) % (positions + 1)));

  it.each([0, 1, 3])("gives the same bits as the calling thread, with %i worker threads", async (threads) => {
    const memory = createModelMemory(weights, threads);
    const queue = new BatchQueue(memory, weights.shape, new MainThread(memory, weights.shape));
    const vectors = texts.map(() => new Float32Array(width));
    const half = texts.length / 2;
    // Two calls at once share the threads.
    await Promise.all([
      queue.encode(batchTokens(texts.slice(0, half), memory.rows), vectors.slice(0, half)),
      queue.encode(batchTokens(texts.slice(half), memory.rows), vectors.slice(half)),
    ]);
    expect(vectors).toEqual(encode(texts));
  });

  it("lets other tasks run between batches on the main thread", async () => {
    const memory = createModelMemory(weights, 0);
    const queue = new BatchQueue(memory, weights.shape, new MainThread(memory, weights.shape));
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    const batches = batchTokens(texts, memory.rows);
    const many = Array.from({ length: 20 }, () => batches).flat();
    await queue.encode(
      many,
      texts.map(() => new Float32Array(width)),
    );
    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
  });
});

describe("batchTokens", () => {
  it("fills batches in order, never over their size, and leaves empty texts out", () => {
    const texts = tokenLists([5, 0, 3, 4, 8, 1]);
    const batches = batchTokens(texts, 8);
    expect(batches.map(({ texts: places }) => places)).toEqual([[0, 2], [3], [4], [5]]);
    expect(Array.from(batches[0]?.tokens ?? [])).toEqual([...(texts[0] ?? []), ...(texts[2] ?? [])]);
    expect(batchTokens([[], []], 8)).toEqual([]);
  });
});
