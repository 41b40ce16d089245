import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Embedder } from "@toolcrib/search";

const defaultFolder = process.env["TOOLCRIB_BENCH_CACHE"] ?? join(import.meta.dirname, "../../.cache");
const keyLength = 16;

/**
 * An embedder whose vectors are kept in a file per catalogue, by a hash of the text. The encoder's own cache holds 20,000
 * vectors of tools, so the largest catalogue would be encoded anew in every run, ten minutes of one core; and several
 * rankers ask the same queries. Vectors are written as they are made: a run that is stopped goes on from there.
 */
export function keepVectors(embedder: Embedder, catalogue: string, folder: string = defaultFolder): Embedder {
  const file = join(folder, `${catalogue}-${createHash("sha256").update(embedder.id).digest("hex").slice(0, 16)}`);
  const kept = readVectors(file);
  return {
    ...embedder,
    embed: async (texts, purpose) => {
      const keys = texts.map((text) => keyOf(text, purpose));
      const missing = [...new Map(texts.map((text, place) => [keys[place] as string, text]))].filter(
        ([key]) => !kept.has(key),
      );
      if (missing.length > 0) {
        const vectors = await embedder.embed(
          missing.map(([, text]) => text),
          purpose,
        );
        const made = missing.map(([key], place) => [key, vectors[place] as Float32Array] as const);
        appendVectors(file, made);
        for (const [key, vector] of made) {
          kept.set(key, vector);
        }
      }
      return keys.map((key) => kept.get(key) as Float32Array);
    },
  };
}

function keyOf(text: string, purpose: "tool" | "query"): string {
  return createHash("sha256")
    .update(purpose === "tool" ? text : `query: ${text}`)
    .digest("hex")
    .slice(0, keyLength);
}

/** The file: the number of values, then for each vector its key and its values. */
function appendVectors(file: string, vectors: readonly (readonly [string, Float32Array])[]): void {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(vectors[0]?.[1].length ?? 0);
    appendFileSync(file, size);
  }
  const entries = vectors.map(([key, { buffer, byteOffset, byteLength }]) =>
    Buffer.concat([Buffer.from(key, "latin1"), Buffer.from(buffer, byteOffset, byteLength)]),
  );
  appendFileSync(file, Buffer.concat(entries));
}

function readVectors(file: string): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  if (!existsSync(file)) {
    return vectors;
  }
  const bytes = readFileSync(file);
  const valueBytes = bytes.readUInt32LE(0) * Float32Array.BYTES_PER_ELEMENT;
  const entryBytes = keyLength + valueBytes;
  const count = Math.floor((bytes.length - 4) / entryBytes);
  for (let start = 4; start < 4 + count * entryBytes; start += entryBytes) {
    const values = Uint8Array.from(bytes.subarray(start + keyLength, start + entryBytes));
    vectors.set(bytes.toString("latin1", start, start + keyLength), new Float32Array(values.buffer));
  }
  // A run that was stopped while it wrote leaves a part of a vector.
  if (bytes.length > 4 + count * entryBytes) {
    truncateSync(file, 4 + count * entryBytes);
  }
  return vectors;
}
