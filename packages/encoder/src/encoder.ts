import { createStaticEmbedder, type Embedder, type Vectors } from "@toolcrib/search";
import type { VectorCache } from "./cache/vector-cache.ts";
import { BatchQueue } from "./encode/batch-queue.ts";
import { MainThread } from "./encode/main-thread.ts";
import { batchTokens } from "./encode/token-batches.ts";
import { createModelMemory } from "./memory/model-memory.ts";
import { joinWords } from "./text/join-words.ts";
import { readVocabulary } from "./text/read-vocabulary.ts";
import { isMostlyLatin } from "./text/word-pieces.ts";
import type { Weights } from "./weights/weights-file.ts";

/** A query longer than this takes long, and its end seldom matters. */
const maxQueryTokens = 64;
/** The server, the name and the first sentence of most tools; more tokens find hardly more and take longer. */
const maxToolTokens = 40;

/** Creates the embedder from its parts: queries run at once, on this thread; tools run in the background. */
export function createEncoder(weights: Weights, cache: VectorCache, threads: number): Embedder {
  const { shape, id } = weights;
  const wordPieces = readVocabulary(weights.vocabulary);
  const memory = createModelMemory(weights, threads);
  const mainThread = new MainThread(memory, shape);
  const queue = new BatchQueue(memory, shape, mainThread);

  const zeros = (count: number): Float32Array[] => Array.from({ length: count }, () => new Float32Array(shape.width));
  const tokensOf = (texts: readonly string[], maxTokens: number): number[][] =>
    texts.map((text) => wordPieces.tokens(text, Math.min(maxTokens, shape.positions)));

  const embedQueries = (texts: readonly string[]): Vectors => {
    const vectors = zeros(texts.length);
    for (const batch of batchTokens(tokensOf(texts, maxQueryTokens), memory.rows)) {
      mainThread.encode(batch, vectors);
    }
    return vectors;
  };

  const embedTools = (texts: readonly string[]): Promise<Vectors> =>
    cache.complete(texts, async (missing) => {
      const vectors = zeros(missing.length);
      const missingTexts = missing.map((place) => texts[place] as string);
      await queue.encode(batchTokens(tokensOf(missingTexts, maxToolTokens), memory.rows), vectors);
      return vectors;
    });

  return {
    specificationVersion: "v1",
    id,
    toolViews: "one",
    similarities: "transformer",
    fallback: createStaticEmbedder(),
    canRead: isMostlyLatin,
    knowsWord: (word) => wordPieces.has(word),
    embed: (texts, purpose) => (purpose === "query" ? embedQueries(texts) : embedTools(texts)),
    embedWords: (texts, purpose) => {
      const english = texts.map(joinWords);
      return purpose === "query" ? embedQueries(english) : embedTools(english);
    },
  };
}
