import type { Embedder } from "@toolcrib/search";
import { describe, expect, it } from "vitest";

const texts = ["send a mail", "read a file", "", "send a mail"];

/** What every embedder does, wherever its vectors come from. */
export function describeEmbedder(name: string, create: () => Embedder): void {
  describe(`the embedder contract: ${name}`, () => {
    it("gives one vector a text, in order, all of one length", async () => {
      const vectors = await create().embed(texts, "tool");
      expect(vectors).toHaveLength(texts.length);
      expect(new Set(vectors.map((vector) => vector.length)).size).toBe(1);
      expect(vectors.every((vector) => vector instanceof Float32Array && vector.length > 0)).toBe(true);
    });

    it("gives the same vector for the same text, whatever stands beside it", async () => {
      const embedder = create();
      const [first, other, , again] = await embedder.embed(texts, "tool");
      const [alone] = await embedder.embed(texts.slice(0, 1), "tool");
      const [ofAnother] = await create().embed(texts.slice(0, 1), "tool");
      expect(again).toEqual(first);
      expect(alone).toEqual(first);
      expect(ofAnother).toEqual(first);
      expect(other).not.toEqual(first);
    });

    it("gives zeros for a text without a meaning, and finite numbers for any text", async () => {
      const [empty, ...odd] = await create().embed(["", "\ud800\u0000", "x".repeat(50_000), "法令 🙂"], "query");
      expect(empty?.every((number) => number === 0)).toBe(true);
      expect(odd.every((vector) => vector.every(Number.isFinite))).toBe(true);
    });

    it("answers an empty list with an empty list", async () => {
      expect(await create().embed([], "query")).toEqual([]);
    });

    it("hands out vectors that later calls do not change", async () => {
      const embedder = create();
      const [before] = await embedder.embed(["send a mail"], "query");
      const copy = before?.slice();
      await embedder.embed(["read a file"], "query");
      expect(before).toEqual(copy);
    });

    it("has an id that stays", () => {
      expect(create().id).toBe(create().id);
      expect(create().id).not.toBe("");
    });
  });
}
