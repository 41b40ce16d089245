import { describe, expect, it } from "vitest";
import { hasWords } from "./has-words.ts";

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
