import { createStaticEmbedder, type Embedder } from "@toolcrib/search";

/** The included embedder; tells when it has nothing to do. */
export interface WatchedEmbedder {
  readonly embedder: Embedder;
  /** Resolves when no tool was embedded for a moment: an index answers by words alone until all its tools have vectors. */
  readonly idle: () => Promise<void>;
}

const quietMilliseconds = 100;
const base = createStaticEmbedder();
/** Gateways have the same tools, one after the other. */
const known = new Map<string, Float32Array>();

export function createWatchedEmbedder(): WatchedEmbedder {
  let last = performance.now();
  const embed: Embedder["embed"] = async (texts, purpose) => {
    if (purpose === "query") return base.embed(texts, purpose);
    const missing = texts.filter((text) => !known.has(text));
    const vectors = missing.length === 0 ? [] : await base.embed(missing, purpose);
    for (const [index, text] of missing.entries()) known.set(text, vectors[index] as Float32Array);
    last = performance.now();
    return texts.map((text) => known.get(text) as Float32Array);
  };
  const embedder = Object.assign(Object.create(base) as Embedder, { embed });
  const idle = async (): Promise<void> => {
    while (performance.now() - last < quietMilliseconds) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { embedder, idle };
}
