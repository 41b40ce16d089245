import { readFileSync } from "node:fs";
import { createLanguages } from "@toolcrib/languages";
import { type SearchableTool, ToolIndex } from "@toolcrib/search";
import { beforeAll, describe, expect, it } from "vitest";

function lines<Line>(path: string): Line[] {
  return readFileSync(new URL(`../../../bench/${path}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

async function indexed(tools: readonly SearchableTool[], withLanguages: boolean): Promise<ToolIndex> {
  const index = new ToolIndex(withLanguages ? { languages: createLanguages() } : {});
  index.add(tools);
  await index.ready();
  expect([index.embedderFailure, index.languagesFailure]).toEqual([undefined, undefined]);
  return index;
}

interface Query {
  readonly query: string;
  readonly kind: string;
  readonly gold: readonly string[];
}

const home = lines<SearchableTool>("search/sets/everyday-home/tools.jsonl");
let index: ToolIndex;
let without: ToolIndex;

beforeAll(async () => {
  index = await indexed(home, true);
  without = await indexed(home, false);
});

describe("an index with languages", () => {
  it("answers English queries as it does without", async () => {
    for (const { query } of lines<Query>("search/sets/everyday-home/queries.jsonl").slice(0, 120)) {
      expect(await index.search(query), query).toEqual(await without.search(query));
    }
  });

  it("names the right tool for long Chinese requests, and refuses none", async () => {
    const long = lines<Query>("languages/sets/everyday-home.jsonl").filter(
      ({ kind, query }) => kind === "long" && /^\p{Script=Han}/u.test(query),
    );
    expect(long.length).toBeGreaterThan(8);
    for (const { query, gold } of long) {
      const { hits, candidates } = await index.search(query);
      expect(
        [...hits, ...candidates].map(({ name }) => name),
        query,
      ).toContain(gold[0]);
    }
  });

  it("ranks by meaning, by words and by both in a language that the glossary does not have", async () => {
    for (const ranker of ["semantic", "bm25", "hybrid"] as const) {
      const { hits } = await index.search("dodaj produkty do listy zakupów", { ranker });
      expect(hits.map(({ name }) => name).join(), ranker).toContain("shopping_list");
    }
  });

  it("finds tools that are described in another language by an English query", async () => {
    const tools = [
      { name: "t1", description: "将文件压缩为一个存档。" },
      { name: "t2", description: "查询某个城市未来几天的天气预报。" },
      { name: "t3", description: "给同事发送一封电子邮件。" },
    ];
    const chinese = await indexed(tools, true);
    const { hits } = await chinese.search("weather forecast of a city", { ranker: "semantic" });
    expect(hits[0]?.name).toBe("t2");
  });

  it("does not mix vectors that were made without languages into a snapshot with them", async () => {
    const tools = [{ name: "t2", description: "查询某个城市未来几天的天气预报。" }];
    const bytes = (await indexed(tools, false)).snapshot();
    const restored = ToolIndex.fromSnapshot(bytes, { languages: createLanguages() });
    await restored.ready();
    expect((await restored.search("weather forecast", { ranker: "semantic" })).hits[0]?.name).toBe("t2");
  });
});
