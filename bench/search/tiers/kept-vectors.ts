import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Embedder } from "@toolcrib/search";

const cacheFolder = join(import.meta.dirname, "../../.cache");
const keyLength = 16;

/** An embedder that can write down the vectors it has made. */
export interface KeepingEmbedder extends Embedder {
  save(): void;
}

/**
 * An embedder whose vectors are kept in a file per catalogue. The encoder's own cache holds 20,000 vectors of tools, so the
 * largest catalogue would be encoded anew in every run, ten minutes of one core; and several rankers ask the same queries.
 */
export function keepVectors(embedder: Embedder, catalogue: string): KeepingEmbedder {
  const file = join(cacheFolder, `${catalogue}-${createHash("sha256").update(embedder.id).digest("hex").slice(0, 16)}`);
  const kept = existsSync(file) ? readVectors(readFileSync(file)) : new Map<string, Float32Array>();
  const before = kept.size;
  return {
    ...embedder,
    embed: async (texts, purpose) => {
      const keys = texts.map((text) => keyOf(text, purpose));
      const missing = texts.filter((_, place) => !kept.has(keys[place] as string));
      const vectors = missing.length === 0 ? [] : await embedder.embed(missing, purpose);
      for (const [place, text] of missing.entries()) {
        kept.set(keyOf(text, purpose), vectors[place] as Float32Array);
      }
      return keys.map((key) => kept.get(key) as Float32Array);
    },
    save: () => {
      if (kept.size > before) {
        mkdirSync(cacheFolder, { recursive: true });
        writeFileSync(file, writeVectors(kept));
      }
    },
  };
}

function keyOf(text: string, purpose: "tool" | "query"): string {
  return createHash("sha256")
    .update(purpose === "tool" ? text : `query: ${text}`)
    .digest("hex")
    .slice(0, keyLength);
}

/** The number of values, then for each vector its key and its values. */
function writeVectors(vectors: ReadonlyMap<string, Float32Array>): Buffer {
  const [first] = vectors.values();
  const size = Buffer.alloc(4);
  size.writeUInt32LE(first?.length ?? 0);
  const entries = [...vectors].map(([key, { buffer, byteOffset, byteLength }]) =>
    Buffer.concat([Buffer.from(key, "latin1"), Buffer.from(buffer, byteOffset, byteLength)]),
  );
  return Buffer.concat([size, ...entries]);
}

function readVectors(bytes: Buffer): Map<string, Float32Array> {
  const valueBytes = bytes.readUInt32LE(0) * Float32Array.BYTES_PER_ELEMENT;
  const vectors = new Map<string, Float32Array>();
  for (let start = 4; start + keyLength + valueBytes <= bytes.length; start += keyLength + valueBytes) {
    const values = Uint8Array.from(bytes.subarray(start + keyLength, start + keyLength + valueBytes));
    vectors.set(bytes.toString("latin1", start, start + keyLength), new Float32Array(values.buffer));
  }
  return vectors;
}
