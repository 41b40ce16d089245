import { describe, expect, it } from "vitest";
import { type HeapSample, heapTrend } from "./heap-trend.ts";

const megabyte = 1024 * 1024;

function samples(heapOf: (minute: number) => number): HeapSample[] {
  return Array.from({ length: 60 }, (_none, minute) => ({
    heapUsed: heapOf(minute) * megabyte,
    rss: 200 * megabyte,
    at: minute * 60_000,
  }));
}

describe("the trend of a heap", () => {
  it("is flat if caches fill during the warm-up and samples vary afterwards", () => {
    expect(heapTrend(samples((minute) => 40 + Math.min(minute, 10) + (minute % 3)))).toMatchObject({ isFlat: true });
  });

  it("is not flat if a little is leaked every minute", () => {
    const trend = heapTrend(samples((minute) => 40 + minute / 4));
    expect(trend.isFlat).toBe(false);
    expect(trend.megabytesPerHour).toBeCloseTo(15, 5);
  });
});
