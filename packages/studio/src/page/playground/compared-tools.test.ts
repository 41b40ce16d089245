import { expect, it } from "vitest";
import { compareTools } from "./compared-tools.ts";
import type { RankerResult } from "./use-searches.ts";

function result(ranker: string, names: readonly string[], candidates: readonly string[] = []): RankerResult {
  const answer = {
    query: "q",
    ranker,
    searched: 9,
    hits: names.map((name) => ({ name, score: 1 })),
    candidates: candidates.map((name) => ({ name, description: "" })),
    milliseconds: 1,
  };
  return { ranker, answer: answer as RankerResult["answer"], before: undefined, problem: undefined };
}

it("lists the hits of one ranker in its order, what it only names, and what only others found", () => {
  const results = [result("hybrid", ["a"], ["b"]), result("bm25", ["c", "b", "a"])];
  const names = (ranker: string) => {
    const { hits, candidates, others } = compareTools(results, ranker);
    return [hits, candidates, others].map((tools) => tools.map(({ name }) => name));
  };

  expect(names("hybrid")).toEqual([["a"], ["b"], ["c"]]);
  expect(names("bm25")).toEqual([["c", "b", "a"], [], []]);
  expect(compareTools(results, "hybrid").hits[0]?.cells.map((cell) => cell?.rank)).toEqual([1, 3]);
});
