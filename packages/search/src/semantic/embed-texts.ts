import type { Embedder, Vectors } from "../embedding/embedder.ts";
import type { EnglishWord } from "../languages/language-reader.ts";

/** A text to embed: as it is, or the English words of a text in another language. */
export type EmbeddedText = string | readonly EnglishWord[];

/** Embeds texts of both kinds, in order. */
export function embedTexts(
  embedder: Embedder,
  texts: readonly EmbeddedText[],
  purpose: "tool" | "query",
): Vectors | Promise<Vectors> {
  const plain = texts.filter((text) => typeof text === "string");
  return plain.length === texts.length ? embedder.embed(plain, purpose) : embedBoth(embedder, texts, plain, purpose);
}

async function embedBoth(
  embedder: Embedder,
  texts: readonly EmbeddedText[],
  plain: readonly string[],
  purpose: "tool" | "query",
): Promise<Vectors> {
  const read = texts.filter((text) => typeof text !== "string");
  const ofPlain = plain.length === 0 ? [] : await embedder.embed(plain, purpose);
  const ofRead = (await embedder.embedWords?.(read, purpose)) ?? [];
  // What an embedder returns is checked afterwards: a missing vector stays missing here.
  const vectors: Float32Array[] = [];
  let nextPlain = 0;
  let nextRead = 0;
  for (const text of texts) {
    vectors.push((typeof text === "string" ? ofPlain[nextPlain++] : ofRead[nextRead++]) as Float32Array);
  }
  return vectors;
}
