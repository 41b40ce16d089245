import { decodeBase64 } from "../text/base64.ts";
import type { Embedder } from "./embedder.ts";
import { type EmbeddingTable, readEmbeddingTable } from "./embedding-table.ts";
import { createRowSum } from "./row-sum.ts";
import { WordPieces } from "./word-pieces.ts";

const longestText = 2_000;

/**
 * Looks vectors up in a table: the vector of a text is the sum of those of its word pieces. English, no word order, no download.
 * Without bytes it reads the table that ships with the package, when it is first needed.
 */
export function createStaticEmbedder(bytes?: Uint8Array): Embedder {
  let embed: Promise<(text: string) => Float32Array> | ((text: string) => Float32Array) | undefined;
  return {
    specificationVersion: "v1",
    id: bytes === undefined ? "toolcrib-static-en-256" : "toolcrib-static-custom",
    embed(texts) {
      embed ??= load(bytes).then((loaded) => {
        embed = loaded;
        return loaded;
      });
      return typeof embed === "function" ? texts.map(embed) : embed.then((loaded) => texts.map(loaded));
    },
  };
}

async function load(bytes: Uint8Array | undefined): Promise<(text: string) => Float32Array> {
  if (bytes !== undefined) {
    return embedWith(readEmbeddingTable(bytes));
  }
  const { embeddingTableBase64 } = await import("../table/embedding-table.generated.ts");
  return embedWith(readEmbeddingTable(decodeBase64(embeddingTableBase64)));
}

function embedWith(table: EmbeddingTable): (text: string) => Float32Array {
  const wordPieces = new WordPieces(table.vocabulary);
  const sum = createRowSum(table);
  return (text) => {
    wordPieces.each(text.slice(0, longestText), sum.add);
    return sum.take();
  };
}
