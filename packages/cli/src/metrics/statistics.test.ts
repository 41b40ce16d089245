import { describe, expect, it } from "vitest";
import { bootstrapInterval } from "./bootstrap.ts";
import { mean } from "./mean.ts";
import { percentile } from "./percentile.ts";
import { createRandomSource } from "./random.ts";

describe("mean", () => {
  it("is the sum divided by the count, and null for nothing", () => {
    expect(mean([1, 0, 0, 1, 1])).toBe(0.6);
    expect(mean([])).toBeNull();
  });
});

describe("percentile", () => {
  it("is always a value that was measured", () => {
    expect(percentile([30, 10, 20, 40], 0.5)).toBe(20);
    expect(percentile([30, 10, 20, 40], 0.51)).toBe(30);
    expect(percentile([30, 10, 20, 40], 0.99)).toBe(40);
  });

  it("is the 99th of a hundred values for 99 %", () => {
    const oneToHundred = Array.from({ length: 100 }, (_, index) => index + 1);

    expect(percentile(oneToHundred, 0.99)).toBe(99);
    expect(percentile(oneToHundred, 0.5)).toBe(50);
  });

  it("compares numbers as numbers", () => {
    expect(percentile([100, 9], 0)).toBe(9);
  });

  it("is the only value of one, and null for none", () => {
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNull();
  });
});

describe("createRandomSource", () => {
  it("repeats itself for the same seed and differs for another", () => {
    const draw = (seed: number): number[] => {
      const random = createRandomSource(seed);
      return [random(), random(), random()];
    };

    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it("spreads evenly between zero and one", () => {
    const random = createRandomSource(42);
    const counts = [0, 0, 0, 0];
    for (let draw = 0; draw < 4000; draw += 1) {
      const quarter = Math.floor(random() * 4);
      counts[quarter] = (counts[quarter] ?? 0) + 1;
    }

    expect(Math.min(...counts)).toBeGreaterThan(900);
    expect(counts).toHaveLength(4);
  });
});

describe("bootstrapInterval", () => {
  const halfRight = Array.from({ length: 400 }, (_, index) => index % 2);

  it("gives the same interval for the same values", () => {
    expect(bootstrapInterval(halfRight)).toEqual(bootstrapInterval([...halfRight]));
  });

  it("comes close to the normal approximation for a large sample", () => {
    // Standard error of a share of one half over 400 draws: sqrt(0.25 / 400) = 0.025; 1.96 of it on each side.
    const [lower = Number.NaN, upper = Number.NaN] = bootstrapInterval(halfRight) ?? [];

    expect(lower).toBeCloseTo(0.5 - 1.96 * 0.025, 2);
    expect(upper).toBeCloseTo(0.5 + 1.96 * 0.025, 2);
  });

  it("has no width if all values are equal, and is null for none", () => {
    expect(bootstrapInterval([1, 1, 1])).toEqual([1, 1]);
    expect(bootstrapInterval([])).toBeNull();
  });
});
