import { describe, expect, it } from "vitest";
import type { PromptPart } from "../prompt/prompt.ts";
import { countPrefixBreaks } from "./cost-of-calls.ts";
import { footprintOf } from "./footprint.ts";
import { anthropicRules, costOf, openAiRules } from "./prices.ts";
import { createAnthropicCache, createOpenAiCache } from "./prompt-cache.ts";

/** `word word …` is one token a word. */
function part(word: string, tokens: number, isMarked = false): PromptPart {
  return { place: "messages", text: ` ${word}`.repeat(tokens), isMarked };
}

function prompt(...parts: readonly PromptPart[]) {
  return footprintOf(parts);
}

const start = part("sky", 2_000, true);

describe("Anthropic's cache", () => {
  it("writes up to the last mark, and reads it in the next request", () => {
    const cache = createAnthropicCache();
    const end = part("sea", 100);

    expect(cache.use(prompt(start, end))).toEqual({ read: 0, written: 2_000, uncached: 100 });
    expect(cache.use(prompt(start, end))).toEqual({ read: 2_000, written: 0, uncached: 100 });
    expect(cache.use(prompt(start, end, part("sun", 50, true)))).toEqual({ read: 2_000, written: 150, uncached: 0 });
  });

  it("caches nothing below 1,024 tokens", () => {
    const cache = createAnthropicCache();

    expect(cache.use(prompt(part("sky", 1_023, true)))).toEqual({ read: 0, written: 0, uncached: 1_023 });
    expect(cache.use(prompt(part("sky", 1_024, true)))).toEqual({ read: 0, written: 1_024, uncached: 0 });
  });

  it("reads only what ends at a mark of an earlier request", () => {
    const cache = createAnthropicCache();
    cache.use(prompt(part("sky", 2_000), part("sea", 100, true)));

    expect(cache.use(prompt(part("sky", 2_000), part("sun", 100, true)))).toMatchObject({ read: 0, written: 2_100 });
  });

  it.each([
    [19, 2_000],
    [20, 0],
  ])("looks back over 20 blocks: with %i after the entry it reads %i tokens", (added, read) => {
    const cache = createAnthropicCache();
    const { isMarked: _, ...unmarked } = start;
    cache.use(prompt(start));
    const later = Array.from({ length: added }, (_each, index) => part("sun", 1, index === added - 1));

    expect(cache.use(prompt({ ...unmarked, isMarked: false }, ...later))).toMatchObject({ read });
  });

  it("costs 1.25 of the price to write and a tenth to read", () => {
    const million = 1_000_000;

    expect(costOf({ uncached: million, written: 0, read: 0, output: 0 }, anthropicRules)).toBeCloseTo(3);
    expect(costOf({ uncached: 0, written: million, read: 0, output: 0 }, anthropicRules)).toBeCloseTo(3.75);
    expect(costOf({ uncached: 0, written: 0, read: million, output: 0 }, anthropicRules)).toBeCloseTo(0.3);
    expect(costOf({ uncached: 0, written: 0, read: 0, output: million }, anthropicRules)).toBeCloseTo(15);
    expect(costOf({ uncached: 0, written: 0, read: million, output: 0 }, openAiRules)).toBeCloseTo(0.3);
  });
});

describe("OpenAI's cache", () => {
  it("reads the known prefix in steps of 128 tokens, without marks", () => {
    const cache = createOpenAiCache();
    cache.use(prompt(part("sky", 2_000)));

    expect(cache.use(prompt(part("sky", 2_000), part("sun", 500)))).toEqual({ read: 1_920, written: 0, uncached: 580 });
  });

  it("reads a prefix that ends within a part", () => {
    const cache = createOpenAiCache();
    cache.use(prompt({ ...part("sky", 2_000), text: `${" sky".repeat(1_500)}${" sea".repeat(500)}` }));

    expect(cache.use(prompt(part("sky", 2_000)))).toMatchObject({ read: 1_408 });
  });

  it("caches nothing below 1,024 tokens", () => {
    const cache = createOpenAiCache();
    cache.use(prompt(part("sky", 1_000), part("sea", 1_000)));

    expect(cache.use(prompt(part("sky", 1_000), part("sun", 1_000)))).toEqual({ read: 0, written: 0, uncached: 2_000 });
  });
});

describe("prefix breaks", () => {
  it("are requests that do not begin with the one before", () => {
    const one = { prompt: prompt(start, part("sea", 10)), outputTokens: 1 };
    const longer = { prompt: prompt({ ...start, isMarked: false }, part("sea", 10), part("sun", 10)), outputTokens: 1 };
    const other = { prompt: prompt(part("sky", 1_999), part("sea", 10), part("sun", 10)), outputTokens: 1 };

    expect(countPrefixBreaks([one, longer])).toBe(0);
    expect(countPrefixBreaks([one, longer, other])).toBe(1);
  });
});
