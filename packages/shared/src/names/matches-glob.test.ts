import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob } from "./matches-glob.ts";

describe("matchesGlob", () => {
  it.each([
    ["claude-*", "claude-sonnet-4-5", true],
    ["claude-*", "my-claude-1", false],
    ["*haiku*", "claude-3-HAIKU", true],
    ["GPT-?", "gpt-5", true],
    ["gpt-?", "gpt-", false],
    ["gpt-?", "gpt-4o", false],
    ["*", "", true],
    ["", "", true],
    ["", "a", false],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["a.c", "abc", false],
    ["[ab]", "a", false],
  ])("matches %j against %j: %s", (pattern, text, isMatch) => {
    expect(matchesGlob(pattern, text)).toBe(isMatch);
  });

  it("agrees with a regular expression on random patterns", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "B", "."), maxLength: 8 });
    const patterns = fc.string({ unit: fc.constantFrom("a", "b", ".", "*", "?"), maxLength: 8 });
    fc.assert(
      fc.property(patterns, letters, (pattern, text) => {
        const source = pattern.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
        expect(matchesGlob(pattern, text)).toBe(new RegExp(`^${source}$`, "i").test(text));
      }),
    );
  });

  it("does not backtrack exponentially", () => {
    expect(matchesGlob(`${"a*".repeat(200)}b`, "a".repeat(2_000))).toBe(false);
  });
});
