import { describe, expect, it } from "vitest";
import { hasWords, isLetterOrNumber } from "./has-words.ts";

describe("hasWords", () => {
  it.each(["q q q", "1 2 3 4 5", "12, 34. x", " x Y z\n"])("finds none in %j", (text) => {
    expect(hasWords(text)).toBe(false);
  });

  it.each(["X", "1099", "365 days", "plan b", "我 要 票", "q9 w8", ""])("accepts %j", (text) => {
    expect(hasWords(text)).toBe(true);
  });

  it("takes time in proportion to the text", () => {
    const start = performance.now();
    expect(hasWords(`${"1 ".repeat(100_000)}words`)).toBe(true);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("isLetterOrNumber", () => {
  it.each([
    ["q", true],
    ["7", true],
    ["2026", true],
    ["٤", true],
    ["q9", false],
    ["ab", false],
    ["票", false],
    ["", false],
  ])("says of %j: %s", (word, expected) => {
    expect(isLetterOrNumber(word)).toBe(expected);
  });
});
