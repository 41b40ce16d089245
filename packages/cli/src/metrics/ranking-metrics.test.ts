import { describe, expect, it } from "vitest";
import { ndcgAt } from "./ndcg.ts";
import { recallAt } from "./recall.ts";
import { reciprocalRank } from "./reciprocal-rank.ts";

describe("recallAt", () => {
  it("is the share of expected tools among the first k", () => {
    const goldRanks = [1, 4, 7, null];

    expect(recallAt(1, goldRanks)).toBe(1 / 4);
    expect(recallAt(5, goldRanks)).toBe(2 / 4);
    expect(recallAt(10, goldRanks)).toBe(3 / 4);
  });

  it("includes the last rank of the cutoff and nothing after it", () => {
    expect(recallAt(5, [5])).toBe(1);
    expect(recallAt(5, [6])).toBe(0);
  });
});

describe("reciprocalRank", () => {
  it("looks at the first expected tool only", () => {
    expect(reciprocalRank([4, 2, null])).toBe(1 / 2);
  });

  it("is zero if nothing expected was returned", () => {
    expect(reciprocalRank([null, null])).toBe(0);
  });
});

describe("ndcgAt", () => {
  it("is one for a perfect order, whatever the number of expected tools", () => {
    expect(ndcgAt(10, [1])).toBe(1);
    expect(ndcgAt(10, [2, 1, 3])).toBeCloseTo(1, 12);
  });

  it("discounts by the logarithm of the rank", () => {
    // 1 / log2(2 + 1)
    expect(ndcgAt(10, [2])).toBeCloseTo(0.6309297536, 9);
    // (1 / log2(2) + 1 / log2(4)) / (1 / log2(2) + 1 / log2(3)) = 1.5 / 1.6309297536
    expect(ndcgAt(10, [1, 3])).toBeCloseTo(0.9197207892, 9);
  });

  it("gives nothing for ranks after the cutoff", () => {
    expect(ndcgAt(10, [11])).toBe(0);
  });

  it("expects no more tools than the cutoff allows", () => {
    expect(ndcgAt(2, [1, 2, 3])).toBeCloseTo(1, 12);
  });

  it("stays at one if one name answers two expected tools", () => {
    expect(ndcgAt(10, [1, 1])).toBe(1);
  });
});
