import { describe, expect, it } from "vitest";
import { indexOf, readQueries } from "./ranking-set.ts";
import { testEach, testShare } from "./shares.ts";

const queries = readQueries("case-04-stop-words");

testEach(
  "finds nothing by words that say nothing, and nothing by a part of a word",
  queries.filter(({ none, never }) => none || never),
);
testShare(
  "finds the tool between stop words",
  queries.filter(({ anyOf }) => anyOf),
  0.9,
);

describe("Q4 the tool on top", () => {
  it("is wrong for at most one query in fifty, for any tool", async () => {
    const index = await indexOf("workshop");
    const asked = [
      "case-02-prefixes-and-spaces",
      "case-03-other-words",
      "case-04-stop-words",
      "case-09-terse-tools",
    ].flatMap(readQueries);
    const wrongTops = new Map<string, string[]>();
    for (const { query, anyOf, allOf } of asked) {
      const top = (await index.search(query)).hits[0]?.name;
      if (top === undefined || [...(anyOf ?? []), ...(allOf ?? [])].includes(top)) continue;
      wrongTops.set(top, [...(wrongTops.get(top) ?? []), query]);
    }
    const tooOften = [...wrongTops].filter(([, wrong]) => wrong.length > asked.length / 50);
    expect(tooOften).toEqual([]);
  });
});
