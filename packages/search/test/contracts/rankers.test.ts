import { type Hit, type Ranker, rankerNames } from "@toolcrib/search";
import { type RankerUnderTest, rankerSuite } from "@toolcrib/search/suites";
import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import { createLetterPairEmbedder } from "../support/embedders.ts";

const withMeaning = () => ({ embedder: createLetterPairEmbedder() });
const queries = ["send something to a channel", "open a new issue", "+list channels of a repository"] as const;

/** A custom ranker: counts how often the first letter of the query occurs in a name. */
const letterRanker: Ranker = {
  specificationVersion: "v1",
  name: "letters",
  rank({ query, limit, catalogue }) {
    const hits: Hit[] = [];
    for (let slot = 0; slot < catalogue.slots; slot++) {
      if (!catalogue.isAllowed(slot)) continue;
      const { name } = catalogue.documentAt(slot);
      const count = name.split(query.text.charAt(0)).length - 1;
      if (count === 0) continue;
      hits.push({ name, score: count, why: [{ feature: "letters", value: count, contribution: count }] });
    }
    hits.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
    return { hits: hits.slice(0, limit), matched: hits.length, nearMisses: [], semantic: "not needed" };
  },
};
const letters: RankerUnderTest = { ranker: letterRanker, queries: ["e?", "s?"], queryForTwins: "b?" };

const subjects: Readonly<Record<string, RankerUnderTest>> = {
  keyword: { ranker: "keyword", queries, queryForTwins: "bell house" },
  bm25: { ranker: "bm25", queries, queryForTwins: "the bell of my house" },
  regex: {
    ranker: "regex",
    queries: ["^mcp__(slack|github)", "issue", "(?i)WEB.*PAGE", "headline"],
    queryForTwins: "ring.*bell",
  },
  semantic: { ranker: "semantic", indexOptions: withMeaning, queries, queryForTwins: "the bell of my house" },
  hybrid: { ranker: "hybrid", indexOptions: withMeaning, queries, queryForTwins: "ring the bell of my house" },
  "hybrid without an embedder": { ranker: "hybrid", queries, queryForTwins: "ring the bell of my house" },
  "a custom ranker": letters,
};

describe.each(Object.entries(subjects))("the ranker contract: %s", (_name, underTest) => {
  it.each(rankerSuite(underTest))("$title", ({ run }) => run());
});

it("runs the suite for every built-in ranker", () => {
  const tested = Object.values(subjects).map(({ ranker }) => ranker);

  expect(tested).toEqual(expect.arrayContaining([...rankerNames]));
});

describe("rankerSuite", () => {
  const rankAll: Ranker["rank"] = (request) =>
    letterRanker.rank({ ...request, catalogue: { ...viewOf(request), isAllowed: (slot) => isUsed(request, slot) } });
  const withHits =
    (change: (hits: readonly Hit[]) => readonly Hit[]): Ranker["rank"] =>
    async (request) => {
      const ranking = await letterRanker.rank(request);
      return { ...ranking, hits: change(ranking.hits) };
    };

  it.each<[string, Ranker["rank"], string]>([
    ["finds nothing", withHits(() => []), "finds something for its own queries"],
    [
      "sorts hits with the same score backwards",
      withHits((hits) => hits.toSorted((a, b) => b.score - a.score || (a.name < b.name ? 1 : -1))),
      "sorts hits with the same score by name",
    ],
    ["puts the worst first", withHits((hits) => hits.toReversed()), "sorts hits by score, best first"],
    ["ignores `only`", rankAll, "returns no tool that `only` excludes"],
    [
      "gives no reasons",
      withHits((hits) => hits.map((hit) => ({ ...hit, why: [] }))),
      "explains each hit by contributions that add up to its score",
    ],
    [
      "puts its weakest reason first",
      withHits((hits) =>
        hits.map((hit) => ({ ...hit, why: [{ feature: "nothing", value: 0, contribution: 0 }, ...hit.why] })),
      ),
      "puts the strongest reason first",
    ],
    [
      "counts only the hits it returns",
      async (request) => {
        const ranking = await letterRanker.rank(request);
        return { ...ranking, matched: ranking.hits.length };
      },
      "returns the first hits up to the limit, and counts the rest",
    ],
    [
      "returns a tool that does not exist",
      withHits((hits) => [...hits, { name: "gone", score: 0, why: [{ feature: "x", value: 0, contribution: 0 }] }]),
      "finds nothing in an empty catalogue",
    ],
  ])("detects a ranker that %s", async (_what, rank, title) => {
    const checks = rankerSuite({ ...letters, ranker: { ...letterRanker, rank } });

    expect(await titlesOfFailedChecks(checks)).toContain(title);
  });
});

type Request = Parameters<Ranker["rank"]>[0];

const viewOf = ({ catalogue }: Request): Request["catalogue"] => ({
  size: catalogue.size,
  slots: catalogue.slots,
  isAllowed: (slot) => catalogue.isAllowed(slot),
  documentAt: (slot) => catalogue.documentAt(slot),
  toolsOf: (server) => catalogue.toolsOf(server),
  namesOf: (server) => catalogue.namesOf(server),
  isCollage: (server) => catalogue.isCollage(server),
  lexical: catalogue.lexical,
  semantic: catalogue.semantic,
});

/** Whether there is a tool in a slot, allowed or not. */
function isUsed({ catalogue }: Request, slot: number): boolean {
  return (catalogue.documentAt(slot) as object | undefined) !== undefined;
}
