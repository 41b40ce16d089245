import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import { describe, expect, it } from "vitest";
import { formatMilliseconds, formatMoney, formatShare, formatShort, formatWait } from "./format.ts";

describe("numbers for people", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [12_480, "12,480"],
  ])("writes %d as %s", (count, text) => expect(formatCount(count)).toBe(text));

  it.each([
    [950, "950"],
    [12_480, "12.5k"],
    [999_960, "1M"],
    [1_250_000, "1.3M"],
    [-190, "−190"],
    [-12_480, "−12.5k"],
  ])("shortens %d to %s", (count, text) => expect(formatShort(count)).toBe(text));

  it.each([
    [-5, "0 s"],
    [11_200, "12 s"],
    [300_000, "5 min"],
    [11_520_000, "3 h 12 min"],
    [90_000_000, "1 day 1 h"],
    [1_123_200_000, "13 days"],
  ])("waits %d ms: %s", (milliseconds, text) => expect(formatWait(milliseconds)).toBe(text));

  it.each([
    [0.83, "0.8 ms"],
    [42.4, "42 ms"],
    [1_340, "1.3 s"],
  ])("writes %d milliseconds as %s", (milliseconds, text) => expect(formatMilliseconds(milliseconds)).toBe(text));

  it.each([
    [1, 2, "50 %"],
    [9_999, 10_000, "99.9 %"],
    [10_000, 10_000, "100 %"],
    [1, 0, "0 %"],
    [-1, 10, "−10 %"],
  ])("writes %d of %d as %s", (part, total, text) => expect(formatShare(part, total)).toBe(text));

  it.each([
    [1_234.5, "$1,234.50"],
    [0.1, "$0.10"],
    [0.00214, "$0.0021"],
    [-0.05, "−$0.050"],
    [0, "$0.00"],
  ])("writes %d dollars as %s", (dollars, text) => expect(formatMoney(dollars)).toBe(text));

  it("counts one and many", () => {
    expect([formatCountOf(1, "tool"), formatCountOf(2, "tool"), formatCountOf(2, "search", "searches")]).toEqual([
      "1 tool",
      "2 tools",
      "2 searches",
    ]);
  });
});
