import type { Embedder, Vectors } from "@toolcrib/search";

const dimensions = 24;

/** Counts the pairs of letters of a text: deterministic, and texts that share words come near each other. */
export function createLetterPairEmbedder(id = "letter-pairs"): Embedder {
  return { specificationVersion: "v1", id, embed: (texts) => texts.map(letterPairs) };
}

function letterPairs(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  const letters = text.toLowerCase().replace(/[^a-z]+/g, " ");
  for (let index = 0; index + 1 < letters.length; index++) {
    const place = (letters.charCodeAt(index) * 31 + letters.charCodeAt(index + 1)) % dimensions;
    vector[place] = (vector[place] as number) + 1;
  }
  return vector;
}

/** Answers as `answer` says, whatever that is. */
export function createBrokenEmbedder(answer: (texts: readonly string[]) => unknown): Embedder {
  return { specificationVersion: "v1", id: "broken", embed: (texts) => answer(texts) as Vectors };
}

/** Answers nothing before `release` is called. */
export function createHeldEmbedder(): { readonly embedder: Embedder; readonly release: () => void } {
  const inner = createLetterPairEmbedder("held");
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const embedder: Embedder = {
    ...inner,
    async embed(texts, purpose) {
      await released;
      return inner.embed(texts, purpose);
    },
  };
  return { embedder, release };
}
