import { type Embedder, isToolcribError, ToolIndex } from "@toolcrib/search";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeSnapshot } from "../src/catalogue/snapshot.ts";
import { readTools, ToolStore } from "../src/catalogue/tool-store.ts";
import { indexOf, workshopTools } from "./support/catalogue.ts";
import { createLetterPairEmbedder } from "./support/embedders.ts";

const queries = ["send something to a channel", "issue", "mcp__slack", "select:ping,nope", "/list/", "web page"];

async function answersOf(index: ToolIndex): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const query of queries) answers.push(await index.search(query, { limit: 8 }));
  return answers;
}

/** Counts how many texts it embeds for tools. */
function createCountingEmbedder(id?: string): { readonly embedder: Embedder; readonly embedded: () => number } {
  const inner = createLetterPairEmbedder(id);
  let count = 0;
  const embed: Embedder["embed"] = (texts, purpose) => {
    count += purpose === "tool" ? texts.length : 0;
    return inner.embed(texts, purpose);
  };
  return { embedder: { ...inner, embed }, embedded: () => count };
}

describe("a snapshot", () => {
  it("answers like the original index, with words only", async () => {
    const index = await indexOf(workshopTools);
    index.remove(["ping"]);
    const restored = ToolIndex.fromSnapshot(index.snapshot(), { embedder: null });
    expect(restored.hash).toBe(index.hash);
    expect(restored.size).toBe(index.size);
    expect(await answersOf(restored)).toEqual(await answersOf(index));
  });

  it("keeps vectors of the same embedder, so that nothing is embedded again", async () => {
    const index = await indexOf(workshopTools, { embedder: createLetterPairEmbedder() });
    const { embedder, embedded } = createCountingEmbedder();
    const restored = ToolIndex.fromSnapshot(index.snapshot(), { embedder });
    expect(restored.progress).toEqual({ embedded: workshopTools.length, total: workshopTools.length });
    expect(await answersOf(restored)).toEqual(await answersOf(index));
    await restored.ready();
    expect(embedded()).toBe(0);
  });

  it("computes the vectors of another embedder again", async () => {
    const index = await indexOf(workshopTools, { embedder: createLetterPairEmbedder() });
    const { embedder, embedded } = createCountingEmbedder("another");
    const restored = ToolIndex.fromSnapshot(index.snapshot(), { embedder });
    expect(restored.progress.embedded).toBe(0);
    await restored.ready();
    expect(embedded()).toBe(3 * workshopTools.length);
    expect(await answersOf(restored)).toEqual(await answersOf(index));
  });

  it("drops vectors if words are enough, and computes them if there were none", async () => {
    const index = await indexOf(workshopTools, { embedder: createLetterPairEmbedder() });
    const words = ToolIndex.fromSnapshot(index.snapshot(), { embedder: null });
    expect(await answersOf(words)).toEqual(await answersOf(await indexOf(workshopTools)));
    const again = ToolIndex.fromSnapshot(words.snapshot(), { embedder: createLetterPairEmbedder() });
    await again.ready();
    expect(await answersOf(again)).toEqual(await answersOf(index));
  });

  it("can be changed, independently of the original index", async () => {
    const index = await indexOf(workshopTools);
    index.remove(["ping", "WebFetch"]);
    const restored = ToolIndex.fromSnapshot(index.snapshot(), { embedder: null });
    for (const one of [index, restored]) {
      one.add([{ name: "fresh", description: "Brew a fresh coffee." }]);
      one.remove(["mcp__slack__send_message"]);
    }
    expect(await answersOf(restored)).toEqual(await answersOf(index));
    expect((await restored.search("brew coffee")).hits[0]?.name).toBe("fresh");
  });

  it("is the same bytes for the same index, and empty for an empty one", async () => {
    const index = await indexOf(workshopTools);
    expect(index.snapshot()).toEqual(index.snapshot());
    const empty = ToolIndex.fromSnapshot(new ToolIndex({ embedder: null }).snapshot(), { embedder: null });
    expect(empty.size).toBe(0);
  });

  it("lets the slots of removed tools be used again", () => {
    const store = new ToolStore({});
    for (let round = 0; round < 50; round++) {
      for (const tool of readTools([{ name: `tool_${round}` }]).values()) store.put(tool);
      store.remove(`tool_${round}`);
      writeSnapshot(store);
    }
    expect(store.slots).toBe(1);
  });
});

describe("a snapshot that is broken", () => {
  const invalid = expect.objectContaining({ code: "invalid_snapshot" }) as Error;

  it("is refused if it is truncated", async () => {
    const bytes = (await indexOf(workshopTools, { embedder: createLetterPairEmbedder() })).snapshot();
    for (let part = 0; part < 40; part++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 40));
      expect(() => ToolIndex.fromSnapshot(cut, { embedder: null }), `${part}/40`).toThrow(invalid);
    }
  });

  it("is refused if it has another version", async () => {
    const bytes = (await indexOf(workshopTools)).snapshot();
    new DataView(bytes.buffer).setUint32(4, 9_999, true);
    expect(() => ToolIndex.fromSnapshot(bytes, { embedder: null })).toThrow(/expected version \d+, got version 9999/);
  });

  it("fails only with its own error, whichever byte changed", async () => {
    const bytes = (await indexOf(workshopTools.slice(0, 3))).snapshot();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), (place, byte) => {
        const changed = bytes.slice();
        changed[place] = byte;
        try {
          ToolIndex.fromSnapshot(changed, { embedder: null });
        } catch (error) {
          expect(isToolcribError(error), String(error)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
