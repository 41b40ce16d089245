import { UsageHistory } from "@toolcrib/search";
import { beforeAll, describe, expect, it } from "vitest";
import { readCatalogue, readQueries } from "./ranking-sets/ranking-set.ts";
import { indexOf, shuffled } from "./support/catalogue.ts";

const tools = readCatalogue("workshop");
const queries = ["case-03-other-words", "case-01-exact-names", "case-12-everyday"]
  .flatMap(readQueries)
  .filter(({ catalogue }) => catalogue === "workshop")
  .map(({ query }) => query);
const attempts = 1_000;

let index: Awaited<ReturnType<typeof indexOf>>;
beforeAll(async () => {
  index = await indexOf(tools, {});
});

async function shownFor(query: string, usage?: UsageHistory): Promise<string[]> {
  const { hits, candidates } = await index.search(query, { usage });
  return [...hits, ...candidates].map(({ name }) => name);
}

describe("an attacker who spams calls of its tool", () => {
  it(`takes first place for an unrelated query in none of ${attempts} attempts`, { timeout: 300_000 }, async () => {
    let recorded = 0;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const query = queries[attempt % queries.length] as string;
      const plain = await shownFor(query);
      // Unrelated: the ranking does not have it among its first five. Every other attempt takes the nearest such tool.
      const unrelated = attempt % 2 === 0 ? plain.slice(5) : [];
      const others = shuffled(tools, attempt + 1).map(({ name }) => name);
      const evil = [...unrelated, ...others].find((name) => !plain.slice(0, 5).includes(name)) as string;
      const { description = "" } = tools.find(({ name }) => name === evil) as (typeof tools)[number];
      const usage = new UsageHistory();
      const spam = [
        query,
        `${query} ${evil}`,
        `${description} ${query}`,
        `${query} ${query} ${evil.replaceAll("_", " ")}`,
      ];
      for (let round = 0; round < 3; round++) {
        for (const text of spam) {
          await shownFor(text, usage);
          for (let call = 0; call < 10; call++) if (usage.recordCall(text, evil)) recorded++;
        }
      }
      expect((await shownFor(query, usage))[0], query).not.toBe(evil);
    }
    // The attack is real: its calls are recorded.
    expect(recorded).toBeGreaterThan(attempts);
  });

  it("takes no first place with a history that it forged to the limits", async () => {
    for (const [attempt, query] of queries.entries()) {
      const plain = await shownFor(query);
      const evil = [...plain.slice(5), ...shuffled(tools, attempt + 1).map(({ name }) => name)].find(
        (name) => !plain.slice(0, 5).includes(name),
      ) as string;
      const usage = new UsageHistory();
      await shownFor(`${query} ${evil}`, usage);
      usage.recordCall(`${query} ${evil}`, evil);
      const exported = JSON.parse(JSON.stringify(usage)) as {
        tools: { calls: number; words: [string, number][] }[];
        preferences: { trust: object; servers: [string, number][]; features: [string, string, number][] };
      };
      for (const tool of exported.tools) {
        tool.calls = 1_000;
        tool.words = tool.words.map(([word]) => [word, 4]);
      }
      const { preferences } = exported;
      preferences.trust = { words: 2, server: 2, features: 2 };
      preferences.servers = preferences.servers.map(([server]) => [server, evil.includes(`__${server}__`) ? 1 : -1]);
      preferences.features = preferences.features.map(([order, feature]) => [order, feature, 8]);
      expect((await shownFor(query, UsageHistory.fromJSON(exported)))[0], query).not.toBe(evil);
    }
  });
});
