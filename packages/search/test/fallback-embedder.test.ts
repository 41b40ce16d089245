import { type Embedder, ToolIndex } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { createBrokenEmbedder, createHeldEmbedder, createLetterPairEmbedder } from "./support/embedders.ts";

const tools = [
  { name: "send_mail", description: "Sends a mail to somebody." },
  { name: "read_file", description: "Reads a file from the disk." },
  { name: "get_forecast", description: "Says how the weather will be." },
];

const fallback = createLetterPairEmbedder("fallback");

/** Points every tool and query the same way, so that all cosines are nearly 1. */
function createFlatEmbedder(id: string): Embedder {
  return { specificationVersion: "v1", id, embed: (texts) => texts.map(() => Float32Array.of(1, 0, 0, 0)) };
}

async function cosineOfFirst(index: ToolIndex, query: string): Promise<number | undefined> {
  return (await index.search(query, { ranker: "semantic" })).hits[0]?.score;
}

describe("an embedder with a fallback", () => {
  it("is not reported as used before every tool has its vectors; the fallback answers until then", async () => {
    const { embedder, release } = createHeldEmbedder();
    const index = new ToolIndex({ embedder: { ...embedder, fallback } });
    index.add(tools);
    // The fallback is ready long before.
    while ((await index.search("mails sender", { ranker: "semantic" })).hits.length === 0);
    const early = await index.search("mails sender", { ranker: "semantic" });
    expect(early).toMatchObject({ semantic: "building", hits: [{ name: "send_mail" }, {}, {}] });
    expect(early.summary).toContain("still being built");
    expect(index.progress).toEqual({ embedded: 0, total: 3 });
    release();
    await index.ready();
    expect(await index.search("mails sender", { ranker: "semantic" })).toMatchObject({ semantic: "used" });
  });

  it("answers itself as soon as it is ready, and again after tools were added and removed", async () => {
    const index = new ToolIndex({ embedder: { ...createFlatEmbedder("flat"), fallback } });
    index.add(tools);
    await index.ready();
    expect(await cosineOfFirst(index, "mail")).toBeGreaterThan(0.97);
    index.remove(["read_file"]);
    index.add([{ name: "delete_file", description: "Deletes a file." }]);
    await index.ready();
    expect((await index.search("file", { ranker: "semantic" })).hits.map(({ name }) => name)).toEqual([
      "delete_file",
      "get_forecast",
      "send_mail",
    ]);
  });

  it("is asked about a word that only the fallback knows as a whole", async () => {
    const answerWith = async (knowsWord: (word: string) => boolean) => {
      const embedder = { ...createFlatEmbedder("flat"), knowsWord: () => false, fallback: { ...fallback, knowsWord } };
      const index = new ToolIndex({ embedder });
      index.add(tools);
      await index.ready();
      return index.search("webhook");
    };
    expect(await answerWith((word) => word === "webhook")).toMatchObject({ semantic: "used" });
    expect(await answerWith(() => false)).toMatchObject({ semantic: "off" });
  });

  it("lets a caller that only awaits searches reach it", async () => {
    const slow: Embedder = {
      ...createFlatEmbedder("slow"),
      fallback,
      embed: async (texts) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return texts.map(() => Float32Array.of(1, 0, 0, 0));
      },
    };
    const index = new ToolIndex({ embedder: slow });
    index.add(tools);
    let state: string;
    do {
      state = (await index.search("mail")).semantic;
    } while (state === "building");
    expect(state).toBe("used");
  });

  it("leaves queries that it cannot read to the fallback", async () => {
    const canRead = (query: string): boolean => !query.includes("mail");
    const index = new ToolIndex({ embedder: { ...createFlatEmbedder("flat"), fallback, canRead } });
    index.add(tools);
    await index.ready();
    expect(await cosineOfFirst(index, "send a mail")).toBeLessThan(0.95);
    expect(await cosineOfFirst(index, "read a file")).toBeGreaterThan(0.97);
    expect((await index.search("send a mail")).semantic).toBe("used");
  });

  it("is replaced by the fallback if it fails, and reported as off", async () => {
    const embedder = createBrokenEmbedder(() => {
      throw new Error("broken");
    });
    const index = new ToolIndex({ embedder: { ...embedder, fallback } });
    index.add(tools);
    await index.ready();
    expect(index.embedderFailure).toMatchObject({ message: "broken" });
    expect(await index.search("mails sender", { ranker: "semantic" })).toMatchObject({
      semantic: "off",
      hits: [{ name: "send_mail" }, {}, {}],
    });
  });

  it("comes back from a snapshot with its vectors, and the fallback with those of its own", async () => {
    let embedded = 0;
    const counting: Embedder = {
      ...createFlatEmbedder("counting"),
      toolViews: "one",
      fallback,
      canRead: (query) => !query.includes("mail"),
      embed: (texts, purpose) => {
        embedded += purpose === "tool" ? texts.length : 0;
        return texts.map(() => Float32Array.of(1, 0, 0, 0));
      },
    };
    const index = new ToolIndex({ embedder: counting });
    index.add(tools);
    await index.ready();
    expect(embedded).toBe(tools.length);
    const restored = ToolIndex.fromSnapshot(index.snapshot(), { embedder: counting });
    await restored.ready();
    expect(embedded).toBe(tools.length);
    for (const query of ["send a mail", "read a file"]) {
      expect(await restored.search(query)).toEqual(await index.search(query));
    }
  });
});

describe("an embedder of one text per tool", () => {
  it("gets server, name and the start of the description", async () => {
    const seen: string[] = [];
    const embedder: Embedder = {
      ...createLetterPairEmbedder("one"),
      toolViews: "one",
      embed: (texts, purpose) => {
        if (purpose === "tool") seen.push(...texts);
        return createLetterPairEmbedder().embed(texts, purpose);
      },
    };
    const index = new ToolIndex({ embedder });
    index.add([{ name: "mcp__git_hub__createIssue", description: "Creates an issue." }]);
    await index.ready();
    expect(seen).toEqual(["git hub create issue.  Creates an issue."]);
    expect((await index.search("create issues")).semantic).toBe("used");
  });
});
