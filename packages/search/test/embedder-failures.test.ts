import { type Embedder, ToolIndex } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { indexOf, namesOf, workshopTools } from "./support/catalogue.ts";
import { createBrokenEmbedder, createHeldEmbedder, createLetterPairEmbedder } from "./support/embedders.ts";

const query = "send something to a channel";
const sender = "mcp__slack__send_message";
const vector = () => new Float32Array([1, 0, 0]);

describe("an embedder that answers wrongly", () => {
  it.each<[string, (texts: readonly string[]) => unknown]>([
    ["nothing", () => undefined],
    ["too few vectors", (texts) => texts.slice(1).map(vector)],
    ["too many vectors", (texts) => [...texts, ""].map(vector)],
    ["plain arrays", (texts) => texts.map(() => [1, 0, 0])],
    ["vectors of different lengths", (texts) => texts.map((_, index) => new Float32Array(3 + (index % 2)).fill(1))],
    ["vectors of no length", (texts) => texts.map(() => new Float32Array())],
    ["numbers that are none", (texts) => texts.map(() => new Float32Array([1, Number.NaN, 0]))],
    ["infinite numbers", (texts) => texts.map(() => new Float32Array([1, Number.POSITIVE_INFINITY, 0]))],
    ["infinite numbers that cancel out", (texts) => texts.map(() => new Float32Array([-1 / 0, 1 / 0, 0]))],
    ["a promise of wrong vectors", async () => ["x"]],
  ])("keeps the reason and falls back to words: %s", async (_, answer) => {
    const index = await indexOf(workshopTools, { embedder: createBrokenEmbedder(answer) });
    expect(index.embedderFailure).toMatchObject({ name: "ToolcribError", code: "invalid_vector" });
    const found = await index.search(query);
    expect(namesOf(found)[0]).toBe(sender);
    expect(found.semantic).toBe("off");
    expect(index.progress).toEqual({ embedded: 0, total: workshopTools.length });
  });
});

describe("F68 an embedder that fails", () => {
  const failure = new Error("out of quota");

  it.each<[string, () => unknown]>([
    [
      "at once",
      () => {
        throw failure;
      },
    ],
    ["later", () => Promise.reject(failure)],
  ])("falls back to words, and reports why: %s", async (_, answer) => {
    const index = await indexOf(workshopTools, { embedder: createBrokenEmbedder(answer) });
    expect(index.embedderFailure).toBe(failure);
    expect(await index.search(query)).toEqual({
      ...(await (await indexOf(workshopTools)).search(query)),
      semantic: "off",
    });
  });

  it("finds nothing with the semantic ranker, and reports that meaning is off", async () => {
    const index = await indexOf(workshopTools, { embedder: createBrokenEmbedder(() => Promise.reject(failure)) });
    expect(await index.search(query, { ranker: "semantic" })).toMatchObject({ hits: [], semantic: "off" });
  });

  it("switches meaning off if it fails on a query", async () => {
    const pairs = createLetterPairEmbedder();
    const embedder: Embedder = {
      ...pairs,
      embed: (texts, purpose) => (purpose === "query" ? Promise.reject(failure) : pairs.embed(texts, purpose)),
    };
    const index = await indexOf(workshopTools, { embedder });
    expect(index.embedderFailure).toBeUndefined();
    expect(namesOf(await index.search(query))[0]).toBe(sender);
    expect(index.embedderFailure).toBe(failure);
    expect((await index.search(query)).semantic).toBe("off");
  });

  it("switches meaning off if a query's vector has another length than the tools'", async () => {
    const embedder = createBrokenEmbedder((texts) =>
      texts.map(() => new Float32Array(texts.length > 3 ? 4 : 5).fill(1)),
    );
    const index = await indexOf(workshopTools, { embedder });
    expect(index.embedderFailure).toBeUndefined();
    expect((await index.search(query)).semantic).toBe("off");
    expect(index.embedderFailure).toMatchObject({ code: "invalid_vector" });
  });

  it.each(["knowsWord", "canRead"] as const)("switches meaning off if %s throws", async (method) => {
    const throws = (): boolean => {
      throw failure;
    };
    const fallback = createLetterPairEmbedder("fallback");
    const embedder: Embedder = { ...createLetterPairEmbedder(), fallback, [method]: throws };
    const index = await indexOf(workshopTools, { embedder });
    expect(namesOf(await index.search(query))[0]).toBe(sender);
    expect(index.embedderFailure).toBe(failure);
  });

  it.each<[string, unknown]>([
    ["no boolean", "yes"],
    ["nothing", undefined],
    ["a promise", Promise.resolve(true)],
  ])("answers if knowsWord returns %s", async (_, value) => {
    const embedder: Embedder = { ...createLetterPairEmbedder(), knowsWord: () => value as boolean };
    const index = await indexOf(workshopTools, { embedder });
    expect(namesOf(await index.search(query))[0]).toBe(sender);
    expect(index.embedderFailure).toBeUndefined();
  });

  it("is not used without a table", async () => {
    const index = await indexOf(workshopTools, { embedder: {} as Embedder });
    expect(index.embedderFailure).toBeInstanceOf(TypeError);
    expect(namesOf(await index.search(query))[0]).toBe(sender);
  });
});

describe("F68 a slow embedder", () => {
  it("uses words while vectors are being computed, and meaning afterwards", async () => {
    const { embedder, release } = createHeldEmbedder();
    const index = new ToolIndex({ embedder });
    index.add(workshopTools);
    expect(index.progress).toEqual({ embedded: 0, total: workshopTools.length });
    const early = await index.search(query);
    expect(early.semantic).toBe("building");
    expect(early.summary).toContain("still being built");
    expect(namesOf(early)[0]).toBe(sender);
    expect(await index.search(query, { ranker: "semantic" })).toMatchObject({ hits: [], semantic: "building" });
    release();
    await index.ready();
    expect(index.progress).toEqual({ embedded: workshopTools.length, total: workshopTools.length });
    expect((await index.search(query)).semantic).toBe("used");
    expect(namesOf(await index.search(query, { ranker: "semantic" }))).toContain(sender);
  });

  it("uses only words until every tool has its vectors, and progresses even if a caller only awaits searches", async () => {
    const tools = Array.from({ length: 1_000 }, (_, number) => ({
      name: `tool_${number}`,
      description: "Turn a page.",
    }));
    const index = new ToolIndex({ embedder: createLetterPairEmbedder() });
    index.add([...tools, ...workshopTools]);
    const words = await (await indexOf([...tools, ...workshopTools])).search(query);
    const states = new Set<string>();
    for (let searches = 0; searches < 50 && !states.has("used"); searches++) {
      const answer = await index.search(query);
      states.add(answer.semantic);
      const { embedded, total } = index.progress;
      expect(answer.semantic === "used").toBe(embedded === total);
      if (answer.semantic === "building") {
        expect(answer.hits).toEqual(words.hits);
      }
    }
    expect(states).toEqual(new Set(["building", "used"]));
  });

  it("computes no vector for a tool that was removed or changed meanwhile", async () => {
    const { embedder, release } = createHeldEmbedder();
    const index = new ToolIndex({ embedder });
    index.add(workshopTools);
    await new Promise((resolve) => setTimeout(resolve, 5));
    index.remove([sender]);
    index.add([{ name: "ping", description: "Ring the bell of a house." }]);
    release();
    await index.ready();
    expect(index.progress).toEqual({ embedded: workshopTools.length - 1, total: workshopTools.length - 1 });
    const bell = await index.search("the bell of my house", { ranker: "semantic" });
    expect(namesOf(bell)[0]).toBe("ping");
  });

  it("returns no tool that is removed while the query is being embedded", async () => {
    const pairs = createLetterPairEmbedder();
    const embedder: Embedder = { ...pairs, embed: async (texts, purpose) => pairs.embed(texts, purpose) };
    const index = await indexOf(workshopTools, { embedder });
    const answering = index.search(query);
    index.remove([sender]);
    expect(namesOf(await answering)).not.toContain(sender);
  });

  it("embeds a catalogue of several batches", async () => {
    const tools = Array.from({ length: 300 }, (_, number) => ({ name: `tool_${number}` }));
    const index = await indexOf(tools, { embedder: createLetterPairEmbedder() });
    expect(index.progress).toEqual({ embedded: 300, total: 300 });
  });
});

describe("no embedder", () => {
  it("searches words, and reports that meaning is off", async () => {
    const index = await indexOf(workshopTools, { embedder: null });
    expect(index.progress).toEqual({ embedded: 0, total: 0 });
    expect(index.embedderFailure).toBeUndefined();
    expect((await index.search(query)).semantic).toBe("off");
    expect(await index.search(query, { ranker: "semantic" })).toMatchObject({ hits: [], semantic: "off" });
  });
});
