import { describe, expect, it } from "vitest";
import { documentOf } from "../../test/support/documents.ts";
import { createHeldEmbedder, createLetterPairEmbedder } from "../../test/support/embedders.ts";
import { SemanticIndex } from "./semantic-index.ts";

const documents = ["send_email", "read_file", "get_forecast"].map((name) => documentOf({ name }));

async function indexOf(): Promise<SemanticIndex> {
  const index = new SemanticIndex(createLetterPairEmbedder());
  for (const [slot, document] of documents.entries()) index.add(slot, document);
  await index.ready();
  return index;
}

describe("SemanticIndex", () => {
  it("is usable while every tool has its vectors", async () => {
    const { embedder, release } = createHeldEmbedder();
    const index = new SemanticIndex(embedder);
    expect([index.isUsable, index.isBuilding, index.pending]).toEqual([false, false, 0]);
    for (const [slot, document] of documents.entries()) index.add(slot, document);
    expect([index.isUsable, index.isBuilding, index.pending]).toEqual([false, true, 3]);
    release();
    await index.ready();
    expect([index.isUsable, index.isBuilding, index.pending]).toEqual([true, false, 0]);
    index.add(10, documentOf({ name: "tool_10" }));
    expect([index.isUsable, index.isBuilding]).toEqual([false, true]);
    await index.ready();
    expect([index.isUsable, index.isBuilding]).toEqual([true, false]);
  });

  it("computes no vector while tools are being added, so that words are ready first", async () => {
    const embedded: number[] = [];
    const embedder = createLetterPairEmbedder();
    const index = new SemanticIndex({
      ...embedder,
      embed: (texts, purpose) => {
        embedded.push(texts.length);
        return embedder.embed(texts, purpose);
      },
    });
    for (let slot = 0; slot < 400; slot++) {
      index.add(slot, documentOf({ name: `tool_${slot}` }));
      if (slot % 20 === 19) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(embedded).toEqual([]);
    await index.ready();
    expect([index.embedded, index.pending]).toEqual([400, 0]);
  });

  it("keeps nothing of a removed tool", async () => {
    const index = await indexOf();
    const matrices = index.matrices;
    expect(matrices?.whole.rowAt(1).some((number) => number !== 0)).toBe(true);
    index.remove(1);
    index.remove(99);
    expect(index.has(1)).toBe(false);
    const zeros = new Int8Array(matrices?.whole.dimensions ?? 0);
    for (const view of ["name", "opening", "whole"] as const) expect(matrices?.[view].rowAt(1)).toEqual(zeros);
    const distances = matrices?.codes.distances(zeros, 3).distances;
    expect(distances?.[1]).toBe(0);
    expect(distances?.[0]).toBeGreaterThan(0);
  });

  it("restores its vectors after a round trip, and rejects vectors that do not fit", async () => {
    const index = await indexOf();
    const arrays = index.toArrays();
    const restored = new SemanticIndex(createLetterPairEmbedder());
    expect(restored.toArrays()).toBeUndefined();
    restored.restore(
      arrays?.slots ?? new Uint32Array(),
      (arrays?.rows ?? new Int8Array()).subarray(1),
      arrays?.dimensions ?? 0,
    );
    expect(restored.embedded).toBe(0);
    restored.restore(arrays?.slots ?? new Uint32Array(), arrays?.rows ?? new Int8Array(), arrays?.dimensions ?? 0);
    expect(restored.toArrays()).toEqual(arrays);
    expect(restored.isUsable).toBe(true);
  });
});
