import { hashBytes } from "@toolcrib/shared/hash";
import type { EnglishWord } from "../languages/language-reader.ts";
import { decodeBase64 } from "../text/base64.ts";
import type { Embedder, Vectors } from "./embedder.ts";
import { type EmbeddingTable, readEmbeddingTable } from "./embedding-table.ts";
import { declareInstant } from "./instant-vectors.ts";
import { createRowSum } from "./row-sum.ts";
import { WordPieces } from "./word-pieces.ts";

const maxTextLength = 2_000;

/**
 * Looks up vectors in a table: the vector of a text is the sum of those of its word pieces. English, no word order, no
 * download.
 * Without `bytes` it loads the included table on first use.
 */
export function createStaticEmbedder(bytes?: Uint8Array): Embedder {
  let table: LoadedTable | undefined;
  let loading: Promise<LoadedTable> | undefined;
  const withTable = (embed: (loaded: LoadedTable) => Vectors): Vectors | Promise<Vectors> => {
    loading ??= load(bytes).then((loaded) => {
      table = loaded;
      return loaded;
    });
    return table === undefined ? loading.then(embed) : embed(table);
  };
  const embedder: Embedder = {
    specificationVersion: "v1",
    id: bytes === undefined ? "toolcrib-static-en-256-v2" : `toolcrib-static-${hashBytes(bytes)}`,
    // A word is asked about after its text was embedded, which loads the table.
    knowsWord: (word) => table?.knowsWord(word) ?? true,
    embed: (texts) => withTable((loaded) => loaded.embed(texts)),
    embedWords: (texts) => withTable((loaded) => loaded.embedWords(texts)),
  };
  return declareInstant(embedder, (texts) => table?.embed(texts));
}

/** Tells which words, in lower case, the included table has. Loads it unless an index has done so before. */
export async function loadEnglishVocabulary(): Promise<(word: string) => boolean> {
  const table = await load(undefined);
  return (word) => table.knowsWord(word);
}

interface LoadedTable {
  embed(texts: readonly string[]): Vectors;
  embedWords(texts: readonly (readonly EnglishWord[])[]): Vectors;
  knowsWord(word: string): boolean;
}

/** The included table is loaded once for all indexes. */
let shipped: Promise<LoadedTable> | undefined;

async function load(bytes: Uint8Array | undefined): Promise<LoadedTable> {
  if (bytes !== undefined) {
    return embedWith(readEmbeddingTable(bytes));
  }
  shipped ??= import("../table/embedding-table.generated.ts").then(({ embeddingTableBase64 }) =>
    embedWith(readEmbeddingTable(decodeBase64(embeddingTableBase64))),
  );
  return shipped;
}

function embedWith(table: EmbeddingTable): LoadedTable {
  const { dimensions } = table;
  const wordPieces = new WordPieces(table.vocabulary);
  const sum = createRowSum(table);
  const addPiece = (piece: number): void => sum.add(piece);
  const embedEach = <Text>(texts: readonly Text[], add: (text: Text) => void): Vectors => {
    // One array for all: many small ones cost more than their contents.
    const numbers = new Float32Array(texts.length * dimensions);
    return texts.map((text, index) => {
      const vector = numbers.subarray(index * dimensions, (index + 1) * dimensions);
      add(text);
      sum.take(vector);
      return vector;
    });
  };
  return {
    embed: (texts) => embedEach(texts, (text) => wordPieces.each(text.slice(0, maxTextLength), addPiece)),
    embedWords: (texts) =>
      embedEach(texts, (words) => {
        for (const { word, weight } of words) {
          wordPieces.each(word, (piece) => sum.addWeighted(piece, weight));
        }
      }),
    knowsWord: (word) => wordPieces.has(word),
  };
}
