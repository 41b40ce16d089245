import { describe, expect, it } from "vitest";
import { compareMeasurements } from "./compare-measurements.ts";
import type { MeasuredQuery } from "./measure-queries.ts";

function measured(hitNames: readonly string[], gold: MeasuredQuery["gold"] = [["a"]]): MeasuredQuery {
  return { query: "q", gold, hitNames, candidateNames: [], isRejected: false, latencyMs: 1 };
}

describe("compareMeasurements", () => {
  it("says what the second has more than the first, query by query", () => {
    const first = [measured(["x", "a"]), measured(["a"]), measured(["x"], [])];
    const second = [measured(["a"]), measured(["a"]), measured([], [])];

    expect(compareMeasurements(first, second, [1, 5])).toMatchObject({
      recall: { "1": { difference: 0.5, interval: [0, 1] }, "5": { difference: 0, interval: [0, 0] } },
      mrr: { difference: 0.25 },
      falseReturns: { difference: -1, interval: [-1, -1] },
      loadedMean: { difference: -0.666667 },
    });
  });

  it("splits the differences by kind, pairing the same queries", () => {
    const of = (kind: string, hitNames: readonly string[]) => ({ ...measured(hitNames), kind });
    const { recall, kinds } = compareMeasurements(
      [of("everyday", []), of("model", ["a"]), measured(["a"])],
      [of("everyday", ["a"]), of("model", ["a"]), measured([])],
      [5],
    );

    expect(recall["5"]?.difference).toBe(0);
    expect(Object.keys(kinds ?? {})).toEqual(["everyday", "model"]);
    expect(kinds?.["everyday"]?.recall["5"]).toEqual({ difference: 1, interval: [1, 1] });
    expect(kinds?.["model"]?.recall["5"]).toEqual({ difference: 0, interval: [0, 0] });
  });

  it("gives a narrower interval than the two measurements have, where the same queries are hard for both", () => {
    const isHard = (number: number) => number % 2 === 0;
    const first = Array.from({ length: 100 }, (_, number) => measured(isHard(number) ? [] : ["a"]));
    const second = Array.from({ length: 100 }, (_, number) => measured(isHard(number) && number > 9 ? [] : ["a"]));
    const { difference, interval } = compareMeasurements(first, second, [5]).recall["5"] ?? {};

    expect(difference).toBe(0.05);
    expect(interval?.[0]).toBeGreaterThan(0);
    expect(interval?.[1]).toBeLessThan(0.15);
  });
});
