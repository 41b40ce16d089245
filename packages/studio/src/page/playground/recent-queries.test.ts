import { expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { recentQueries } from "./recent-queries.ts";

it("returns recent queries, each once, those without results first", () => {
  const search = { kind: "server" as const, ranker: "bm25", searched: 9, milliseconds: 1 };
  const traces = [
    makeTrace({ searches: [{ ...search, query: "found", hits: ["a"] }] }),
    makeTrace({
      searches: [
        { ...search, query: "missed", hits: [] },
        { ...search, query: "found", hits: ["a"] },
        { ...search, query: " ", hits: [] },
      ],
    }),
  ];

  expect(recentQueries(traces)).toEqual(["missed", "found"]);
  expect(recentQueries([])).toEqual([]);
});
