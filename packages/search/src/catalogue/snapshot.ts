import { SearchError } from "../errors/search-error.ts";
import { LexicalIndex } from "../lexical/lexical-index.ts";
import type { ToolDocument } from "../tool/document.ts";
import { checkStoredTools, checkVectors, checkWords } from "./check-snapshot.ts";
import { packSections, type Sections, unpackSections } from "./snapshot-container.ts";
import { type StoreParts, ToolStore } from "./tool-store.ts";

/** Changes whenever the stored data, or the way texts are split, changes. */
const snapshotVersion = 1;

interface SnapshotHeader {
  readonly embedder: string | null;
  readonly dimensions: number;
}

/** Serialises the whole store. */
export function writeSnapshot(store: ToolStore): Uint8Array {
  const { lexical, semantic } = store;
  const tools: ([ToolDocument, string] | null)[] = [];
  for (let slot = 0; slot < store.slots; slot++) {
    const document = store.documentAt(slot);
    tools.push(document === undefined ? null : [document, store.hashOf(document.name) as string]);
  }
  const words = lexical.toArrays();
  for (const slot of words.freed) {
    store.leaveEmpty(slot);
  }
  const vectors = semantic?.toArrays();
  const header: SnapshotHeader = { embedder: vectors?.embedder ?? null, dimensions: vectors?.dimensions ?? 0 };
  const sections: Sections = {
    header: encode(header),
    tools: encode(tools),
    terms: encode(words.terms),
    postingLengths: bytesOf(words.postings.lengths),
    postings: bytesOf(words.postings.values),
    forwardLengths: bytesOf(words.forward.lengths),
    forward: bytesOf(words.forward.values),
    embeddedSlots: bytesOf(vectors?.slots ?? new Uint32Array()),
    vectors: bytesOf(vectors?.rows ?? new Int8Array()),
  };
  return packSections(sections, snapshotVersion);
}

/** Restores a store. Vectors of another embedder are recomputed. */
export function readSnapshot(bytes: Uint8Array, parts: StoreParts): ToolStore {
  const sections = unpackSections(bytes, snapshotVersion);
  try {
    return restore(sections, parts);
  } catch (cause) {
    if (cause instanceof SearchError) {
      throw cause;
    }
    throw new SearchError("invalid_snapshot", { expected: "whole sections", received: "broken ones" }, { cause });
  }
}

function restore(sections: Sections, parts: StoreParts): ToolStore {
  const { semantic } = parts;
  const header = decode(sections["header"]) as SnapshotHeader | null;
  const tools = decode(sections["tools"]);
  checkStoredTools(tools);
  const words = {
    terms: decode(sections["terms"]) as string[],
    postings: { lengths: words32(sections["postingLengths"]), values: words32(sections["postings"]) },
    forward: { lengths: words32(sections["forwardLengths"]), values: words32(sections["forward"]) },
    documents: tools.filter((tool) => tool !== null).length,
  };
  checkWords(words, tools);
  const vectors = {
    embedder: header?.embedder ?? null,
    dimensions: header?.dimensions ?? 0,
    slots: words32(sections["embeddedSlots"]),
    rows: signed8(sections["vectors"]),
  };
  checkVectors(vectors, tools);
  const store = new ToolStore(parts, LexicalIndex.fromArrays(words));
  if (semantic !== undefined && vectors.embedder === semantic.id) {
    semantic.restore(vectors.slots, vectors.rows, vectors.dimensions);
  }
  for (const [slot, tool] of tools.entries()) {
    if (tool === null) {
      store.leaveEmpty(slot);
    } else {
      store.place(slot, tool[0], tool[1]);
      if (semantic?.has(slot) === false) {
        semantic.add(slot, tool[0]);
      } else {
        // Snapshots have no vectors of a fallback: they are computed faster than they are read.
        semantic?.fallback?.add(slot, tool[0]);
      }
    }
  }
  return store;
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function decode(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function words32(bytes: Uint8Array | undefined): Uint32Array {
  const copy = (bytes ?? new Uint8Array()).slice();
  return new Uint32Array(copy.buffer);
}

function signed8(bytes: Uint8Array | undefined): Int8Array {
  const { buffer, byteOffset, byteLength } = bytes ?? new Uint8Array();
  return new Int8Array(buffer, byteOffset, byteLength);
}
