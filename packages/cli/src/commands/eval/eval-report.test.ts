import { describe, expect, it } from "vitest";
import { createEvalReport, type EvalReport } from "./eval-report.ts";
import type { MeasuredQuery } from "./measure-queries.ts";

function measured(gold: MeasuredQuery["gold"], hitNames: readonly string[], latencyMs = 1): MeasuredQuery {
  return { query: "q", gold, hitNames, candidateNames: [], isRejected: false, latencyMs };
}

/** A query with candidates after its hits. */
function inTiers(
  gold: MeasuredQuery["gold"],
  hitNames: readonly string[],
  candidateNames: readonly string[],
  kind?: string,
): MeasuredQuery {
  return { ...measured(gold, hitNames), candidateNames, ...(kind === undefined ? {} : { kind }) };
}

function report(queries: readonly MeasuredQuery[], cutoffs: readonly number[] = [1, 5, 10]): EvalReport {
  return createEvalReport({ ranker: "bm25", toolCount: 3, cutoffs, measured: queries, indexMs: 1.23456 });
}

describe("createEvalReport", () => {
  it("averages over queries, each of which counts the same however many gold tools it has", () => {
    const { recall, mrr, ndcg10 } = report([
      measured([["a"], ["b"]], ["a", "x", "b"]), // recall@1 1/2, recall@5 1, reciprocal rank 1
      measured([["c"]], ["x", "c"]), // recall@1 0, recall@5 1, reciprocal rank 1/2
    ]);

    expect(recall).toEqual({ "1": 0.25, "5": 1, "10": 1 });
    expect(mrr).toBe(0.75);
    // (1.5 / 1.6309297536 + 0.6309297536) / 2
    expect(ndcg10).toBeCloseTo(0.775325, 6);
  });

  it("counts a gold tool as found under any accepted name", () => {
    expect(report([measured([["a", "alias"]], ["alias"])]).recall["1"]).toBe(1);
  });

  it("keeps unanswerable queries out of everything but false returns and latency", () => {
    const withNoise = report([measured([["a"]], ["a"], 1), measured([], ["x"], 9), measured([], [], 9)]);

    expect(withNoise).toMatchObject({ queries: 3, answerable: 1, unanswerable: 2, mrr: 1, ndcg10: 1 });
    expect(withNoise.recall).toEqual({ "1": 1, "5": 1, "10": 1 });
    expect(withNoise.falseReturns).toBe(0.5);
    expect(withNoise.latencyMs).toEqual({ p50: 9, p99: 9 });
  });

  it("reports the share of answerable queries that got nothing as refused", () => {
    const { refused, intervals } = report([
      measured([["a"]], ["a"]),
      measured([["a"]], ["x"]),
      measured([["a"]], []),
      measured([["b"]], []),
      measured([], []),
    ]);

    expect(refused).toBe(0.5);
    expect(intervals.refused).toEqual([0, 1]);
    expect(report([measured([], [])]).refused).toBeNull();
  });

  it("ranks candidates behind the hits, and loads the hits alone", () => {
    const { recall, loadedRecall, loadedMean, refused, mrr } = report([
      inTiers([["a"]], ["x"], ["a"]),
      inTiers([["b"]], ["b", "y", "z"], []),
      inTiers([["c"]], [], ["c"]),
    ]);

    expect(recall).toEqual({ "1": 0.666667, "5": 1, "10": 1 });
    expect(loadedRecall).toEqual({ "1": 0.333333, "5": 0.333333, "10": 0.333333 });
    expect(loadedMean).toBeCloseTo(4 / 3, 5);
    expect(mrr).toBeCloseTo(2.5 / 3, 5);
    expect(refused).toBe(0);
  });

  it("counts five loaded tools at most, because a search loads no more by default", () => {
    expect(report([measured([["a"]], ["1", "2", "3", "4", "5", "6", "a"])])).toMatchObject({
      loadedMean: 5,
      loadedRecall: { "1": 0, "5": 0, "10": 1 },
    });
  });

  it("counts a hit for an unanswerable query as a false return, and a candidate as none", () => {
    expect(report([inTiers([], ["x"], []), inTiers([], [], ["x"])]).falseReturns).toBe(0.5);
  });

  it("reports each kind of query separately, in alphabetical order", () => {
    const { kinds, recall } = report([
      inTiers([["a"]], ["a"], [], "model"),
      inTiers([["a"]], [], [], "everyday"),
      inTiers([], [], [], "everyday"),
      inTiers([["a"]], ["a"], []),
    ]);

    expect(Object.keys(kinds ?? {})).toEqual(["everyday", "model"]);
    expect(kinds?.["everyday"]).toMatchObject({
      queries: 2,
      answerable: 1,
      unanswerable: 1,
      refused: 1,
      falseReturns: 0,
    });
    expect(kinds?.["model"]).toMatchObject({ queries: 1, recall: { "5": 1 }, loadedMean: 1, falseReturns: null });
    expect(recall["5"]).toBeCloseTo(2 / 3, 5);
    expect(report([measured([["a"]], ["a"])])).not.toHaveProperty("kinds");
  });

  it("reports null if there is nothing to measure", () => {
    expect(report([measured([["a"]], ["a"])]).falseReturns).toBeNull();
    expect(report([measured([], [])])).toMatchObject({
      recall: { "1": null, "5": null, "10": null },
      recall5Interval: null,
      mrr: null,
      ndcg10: null,
      falseReturns: 0,
    });
  });

  it("computes the interval of recall@5 even if 5 is not among the cutoffs", () => {
    const { recall, recall5Interval } = report([measured([["a"]], ["a"])], [3]);

    expect(Object.keys(recall)).toEqual(["3"]);
    expect(recall5Interval).toEqual([1, 1]);
  });

  it("gives the documented keys first, in the documented order", () => {
    expect(Object.keys(report([measured([["a"]], ["a"])])).slice(0, 11)).toEqual([
      "ranker",
      "tools",
      "queries",
      "recall",
      "recall5Interval",
      "mrr",
      "ndcg10",
      "falseReturns",
      "refused",
      "latencyMs",
      "indexMs",
    ]);
  });
});
