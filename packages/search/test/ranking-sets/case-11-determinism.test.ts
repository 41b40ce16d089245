import type { SearchableTool } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { buildIndex, readCatalogue, readQueries } from "./ranking-set.ts";

/** Shuffles with a generator of its own, so that a failure repeats. */
function shuffled(tools: readonly SearchableTool[], seed: number): readonly SearchableTool[] {
  const result = [...tools];
  let state = seed * 2_654_435_761 + 1;
  for (let index = result.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (index + 1);
    [result[index], result[other]] = [result[other] as SearchableTool, result[index] as SearchableTool];
  }
  return result;
}

const tools = readCatalogue("workshop");
const queries = ["case-02-prefixes-and-spaces", "case-03-other-words", "case-09-terse-tools"]
  .flatMap(readQueries)
  .map(({ query }) => query)
  .filter((_, index) => index % 4 === 0)
  .concat("list", "create", "issue", "mcp__github", "/^mcp__(zoom|figma)/", "select:create_issue", "the", "file");

async function answersOf(order: readonly SearchableTool[]): Promise<readonly unknown[]> {
  const index = await buildIndex(order);
  const answers: unknown[] = [];
  for (const query of queries) answers.push(await index.search(query, { limit: 10 }));
  return answers;
}

describe("Q11 the order in which tools arrive", () => {
  it("changes no answer, in 24 permutations", async () => {
    const expected = await answersOf(tools);
    for (let seed = 1; seed <= 24; seed++) {
      expect(await answersOf(shuffled(tools, seed)), `permutation ${seed}`).toEqual(expected);
    }
  }, 120_000);

  it("changes no answer if tools are added in batches, removed and added again", async () => {
    const expected = await answersOf(tools);
    const index = await buildIndex([]);
    const order = shuffled(tools, 99);
    for (let start = 0; start < order.length; start += 50) index.add(order.slice(start, start + 50));
    index.remove(order.slice(100, 200).map(({ name }) => name));
    index.add(order.slice(100, 200).toReversed());
    await index.ready();
    const answers: unknown[] = [];
    for (const query of queries) answers.push(await index.search(query, { limit: 10 }));
    expect(answers).toEqual(expected);
  }, 30_000);

  it("breaks ties by name", async () => {
    const twins = ["mcp__zeta__ping", "mcp__alpha__ping", "mcp__mid__ping"].map((name) => ({
      name,
      description: "Ping a host.",
    }));
    const index = await buildIndex(twins);
    for (const ranker of ["hybrid", "keyword", "bm25", "regex"] as const) {
      const answer = await index.search("ping", { ranker });
      expect(
        answer.hits.map(({ name }) => name),
        ranker,
      ).toEqual(["mcp__alpha__ping", "mcp__mid__ping", "mcp__zeta__ping"]);
    }
  });
});
