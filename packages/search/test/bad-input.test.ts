import {
  createStaticEmbedder,
  rankerNames,
  type SearchableTool,
  type SearchOptions,
  ToolIndex,
} from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { indexOf, namesOf, workshopTools } from "./support/catalogue.ts";
import { tableBytes } from "./support/table-bytes.ts";

const index = await indexOf(workshopTools);

describe("an invalid query", () => {
  it.each([undefined, null, 7, {}, ["a"], Symbol("x")])("is refused: %s", async (query) => {
    await expect(index.search(query as string)).rejects.toMatchObject({ code: "invalid_query" });
  });

  it("is refused if it has more than 8,000 characters", async () => {
    for (const ranker of rankerNames) {
      await expect(index.search("x".repeat(8_001), { ranker })).rejects.toMatchObject({
        code: "query_too_long",
        details: { limit: 8_000, length: 8_001 },
      });
    }
  });

  it.each([
    ["one word", "x".repeat(8_000)],
    ["many words", "send message ".repeat(610)],
    ["words that differ", Array.from({ length: 900 }, (_, number) => `word${number}`).join(" ")],
    ["marks", `${"!".repeat(7_999)}a`],
    ["spaces", `send${" ".repeat(7_980)}message`],
    ["lines", `send${"\n".repeat(7_980)}message`],
    ["sentences", "a b. ".repeat(1_600)],
    ["commas", ",".repeat(8_000)],
    ["a plus each", "+a ".repeat(2_660)],
    ["slashes", "/".repeat(7_999)],
    ["names", "create_issue,".repeat(610)],
    ["select", `select:${"a,b,".repeat(1_990)}`],
    ["Chinese", "中文".repeat(4_000)],
    ["Thai", "ก".repeat(8_000)],
    ["Korean", "회의".repeat(4_000)],
    ["Russian", "портфель ".repeat(880)],
    ["marks on letters", "e\u0301".repeat(4_000)],
    ["half pairs", "\ud800".repeat(8_000)],
  ])(
    "is answered up to that length: %s",
    async (_, query) => {
      for (const ranker of ["hybrid", "keyword", "bm25"] as const) {
        const answer = await index.search(query, { ranker }).catch((error: unknown) => error);
        expect(answer, ranker).toSatisfy(
          (one: { readonly searched?: number; readonly code?: string }) =>
            one.searched === workshopTools.length || one.code === "pattern_too_long",
        );
      }
    },
    20_000,
  );

  it.each(["\u0000", "\u0007\u001b[31m", "\ud800", "\udc00\ud800", "\u202e\u200b\ufeff", "%s%n", "../../etc"])(
    "is answered with tools that exist, or with none: %j",
    async (query) => {
      for (const ranker of ["hybrid", "keyword", "bm25"] as const) {
        expect(namesOf(await index.search(query, { ranker })).every((name) => index.has(name))).toBe(true);
      }
    },
  );
});

describe("invalid options", () => {
  it.each([0, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY, "3", 10_001, null, {}])(
    "refuses the limit %s",
    async (limit) => {
      await expect(index.search("send", { limit } as SearchOptions)).rejects.toMatchObject({ code: "invalid_limit" });
    },
  );

  it.each([1, 10_000, undefined])("accepts the limit %s", async (limit) => {
    const options = limit === undefined ? {} : { limit };
    expect((await index.search("send", options)).searched).toBe(workshopTools.length);
  });

  it("returns five hits by default", async () => {
    const answer = await index.search("/./");
    expect(answer.hits).toHaveLength(5);
    expect(answer.summary).toContain(`Showing 5 of ${workshopTools.length} matches`);
  });

  it.each(["bm42", "", "__proto__", "constructor", null, {}, 7])("refuses the ranker %j", async (ranker) => {
    await expect(index.search("send", { ranker } as SearchOptions)).rejects.toMatchObject({ code: "unknown_ranker" });
  });

  it("refuses a misspelled ranker at compile time", async () => {
    // @ts-expect-error The names of rankers are a closed list.
    await expect(index.search("send", { ranker: "bm52" })).rejects.toMatchObject({ code: "unknown_ranker" });
  });

  it.each([{}, { version: 1, tools: [] }, 5, "usage"])("is refused with an export for a history: %j", async (usage) => {
    const rejected = { code: "invalid_usage_history" };
    await expect(index.search("send", { usage } as unknown as SearchOptions)).rejects.toMatchObject(rejected);
  });
});

describe("tools that say little, or too much", () => {
  const cyclic: Record<string, unknown> = { type: "object" };
  cyclic["properties"] = { self: cyclic };
  const schemaOf = (text: string): unknown => JSON.parse(text);
  const odd: SearchableTool[] = [
    { name: "bare" },
    { name: "nulls", description: null, searchHint: null, server: null, inputSchema: null, input_schema: null },
    { name: "wrong", description: 7, searchHint: [], server: {}, inputSchema: "x" } as unknown as SearchableTool,
    { name: "cyclic", inputSchema: cyclic },
    {
      name: "huge",
      description: "word ".repeat(100_000),
      inputSchema: { properties: { a: { description: "y".repeat(1e6) } } },
    },
    { name: "__proto__", description: "The prototype." },
    { name: "constructor", inputSchema: schemaOf('{"properties":{"__proto__":{"description":"pollute"}}}') },
    { name: "toString" },
    { name: "half \ud800 pair", description: "\udfff" },
    { name: " spaced ", description: "\u0000\u0001" },
    { name: "🙂", description: "Smile." },
    { name: "mcp__", description: "A server without a name." },
  ];

  it("are all added, and found by their names", async () => {
    const strange = await indexOf(odd);
    expect(strange.size).toBe(odd.length);
    for (const { name } of odd) {
      expect(strange.has(name), name).toBe(true);
      expect(namesOf(await strange.search(`select:${name}`)), name).toContain(name);
    }
    expect(({} as Record<string, unknown>)["description"]).toBeUndefined();
  });

  it("take no longer for having thousands of marks on a letter, nor do queries", async () => {
    const marks = `e${"\u0315\u0300\u05ae".repeat(30_000)}`;
    const start = performance.now();
    const strange = await indexOf([{ name: "brew", description: `Brews coffee. ${marks}`, searchHint: marks }], {});
    const { hits } = await strange.search(`brew coffee ${marks.slice(0, 7_900)}`);

    expect(hits.map(({ name }) => name)).toEqual(["brew"]);
    // Sorting all of them takes ten seconds.
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("are embedded and kept in snapshots", async () => {
    const strange = await indexOf(odd, {});
    expect(strange.embedderFailure).toBeUndefined();
    expect(strange.progress.embedded).toBe(odd.length);
    const restored = ToolIndex.fromSnapshot(strange.snapshot());
    expect(restored.hash).toBe(strange.hash);
    expect(namesOf(await restored.search("pollute prototype", { ranker: "bm25" }))).toEqual(
      namesOf(await strange.search("pollute prototype", { ranker: "bm25" })),
    );
  });
});

describe("an embedding table that cannot be read", () => {
  const whole = tableBytes();
  const broken: [string, Uint8Array][] = Array.from({ length: 20 }, (_, part) => [
    `cut at ${part}/20`,
    whole.subarray(0, Math.floor((whole.length * part) / 20)),
  ]);

  it.each<[string, Uint8Array]>([
    ...broken,
    ["longer", new Uint8Array([...whole, 0])],
    ["another magic", tableBytes({ magic: "SEMC" })],
    ["five bits", tableBytes({ bits: 5 })],
    ["no header", tableBytes({ header: null })],
    ["a list as header", tableBytes({ header: [] })],
    ["no rows", tableBytes({ header: { n: 0, dim: 16, bits: 8, vocabBytes: 18 } })],
    ["an odd length", tableBytes({ header: { n: 4, dim: 15, bits: 8, vocabBytes: 18 } })],
    ["a count that is none", tableBytes({ header: { n: "4", dim: 16, bits: 8, vocabBytes: 18 } })],
    ["other words than it counts", tableBytes({ header: { n: 2, dim: 36, bits: 8, vocabBytes: 18 } })],
  ])("is refused, and words still answer: %s", async (_, bytes) => {
    const withTable = await indexOf(workshopTools, { embedder: createStaticEmbedder(bytes) });
    expect(withTable.embedderFailure).toMatchObject({ code: "invalid_table" });
    expect((await withTable.search("send something to a channel")).hits).not.toEqual([]);
  });
});
