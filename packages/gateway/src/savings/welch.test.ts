import { describe, expect, it } from "vitest";
import { studentQuantile, summarise, welchInterval } from "./welch.ts";

describe("Welch's interval", () => {
  it.each([
    [10, 2.2281],
    [29, 2.0452],
    [60, 2.0003],
    [1_000, 1.9623],
  ])("uses Student's distribution: %d degrees of freedom", (freedom, quantile) => {
    expect(studentQuantile(freedom)).toBeCloseTo(quantile, 3);
  });

  it("agrees with a worked example", () => {
    // t = 2.85 with 27.9 degrees of freedom.
    const left = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4];
    const right = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.4];
    const { mean, low, high } = welchInterval(summarise(right), summarise(left));

    expect(mean).toBeCloseTo(2.83, 2);
    expect(low).toBeCloseTo(0.84, 1);
    expect(high).toBeCloseTo(4.82, 1);
  });

  it("covers the true difference of skewed samples about as often as it says", () => {
    let seed = 7;
    const random = (): number => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
      return (seed + 0.5) / 2 ** 32;
    };
    const draw = (count: number, scale: number) =>
      summarise(Array.from({ length: count }, () => -Math.log(random()) * scale));
    let covered = 0;
    for (let round = 0; round < 2_000; round++) {
      const { low, high } = welchInterval(draw(60, 3), draw(40, 1));
      if (low <= 2 && high >= 2) covered++;
    }

    expect(covered / 2_000).toBeGreaterThan(0.92);
    expect(covered / 2_000).toBeLessThan(0.97);
  });

  it("is a point if nothing varies", () => {
    expect(welchInterval(summarise([3, 3]), summarise([1, 1]))).toEqual({ mean: 2, low: 2, high: 2 });
  });
});
