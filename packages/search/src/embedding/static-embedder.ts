import { decodeBase64 } from "../text/base64.ts";
import { hashBytes } from "../tool/content-hash.ts";
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
  let embed: Promise<EmbedText> | EmbedText | undefined;
  return {
    specificationVersion: "v1",
    id: bytes === undefined ? "toolcrib-static-en-256" : `toolcrib-static-${hashBytes(bytes)}`,
    embed(texts) {
      embed ??= load(bytes).then((loaded) => {
        embed = loaded;
        return loaded;
      });
      return typeof embed === "function" ? texts.map(embed) : embed.then((loaded) => texts.map(loaded));
    },
  };
}

type EmbedText = (text: string) => Float32Array;

/** The shipped table is read once, however many indexes use it. */
let shipped: Promise<EmbedText> | undefined;

async function load(bytes: Uint8Array | undefined): Promise<EmbedText> {
  if (bytes !== undefined) {
    return embedWith(readEmbeddingTable(bytes));
  }
  shipped ??= import("../table/embedding-table.generated.ts").then(({ embeddingTableBase64 }) =>
    embedWith(readEmbeddingTable(decodeBase64(embeddingTableBase64))),
  );
  return shipped;
}

function embedWith(table: EmbeddingTable): EmbedText {
  const wordPieces = new WordPieces(table.vocabulary);
  const sum = createRowSum(table);
  return (text) => {
    wordPieces.each(text.slice(0, longestText), (piece) => sum.add(piece));
    return sum.take();
  };
}
