import { type Hit, type Ranker, rankerNames } from "@toolcrib/search";
import { expect, it } from "vitest";
import { createLetterPairEmbedder } from "../support/embedders.ts";
import { describeRanker, type RankerSubject } from "./ranker-contract.ts";

const wordsOnly = () => ({ embedder: null });
const withMeaning = () => ({ embedder: createLetterPairEmbedder() });
const words = ["send something to a channel", "open a new issue", "+list channels of a repository"] as const;

/** Ranks by how often the first letter of the query stands in a name: what someone may plug in. */
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

const subjects: readonly RankerSubject[] = [
  { name: "keyword", ranker: "keyword", options: wordsOnly, queries: words, queryForTwins: "bell house" },
  { name: "bm25", ranker: "bm25", options: wordsOnly, queries: words, queryForTwins: "the bell of my house" },
  {
    name: "regex",
    ranker: "regex",
    options: wordsOnly,
    queries: ["^mcp__(slack|github)", "issue", "(?i)WEB.*PAGE", "headline"],
    queryForTwins: "ring.*bell",
  },
  { name: "semantic", ranker: "semantic", options: withMeaning, queries: words, queryForTwins: "the bell of my house" },
  {
    name: "hybrid",
    ranker: "hybrid",
    options: withMeaning,
    queries: words,
    queryForTwins: "ring the bell of my house",
  },
  {
    name: "hybrid without an embedder",
    ranker: "hybrid",
    options: wordsOnly,
    queries: words,
    queryForTwins: "ring the bell of my house",
  },
  {
    name: "a ranker of one's own",
    ranker: letterRanker,
    options: wordsOnly,
    queries: ["e?", "s?"],
    queryForTwins: "b?",
  },
];

for (const subject of subjects) describeRanker(subject);

it("holds every ranker of the package to the contract", () => {
  expect(subjects.map(({ ranker }) => ranker)).toEqual(expect.arrayContaining([...rankerNames]));
});
