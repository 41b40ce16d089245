import { describe, expect, it } from "vitest";
import { builtInPrices } from "./built-in-prices.ts";
import { costOf, createFindPrice } from "./prices.ts";

const find = createFindPrice(builtInPrices);

describe("the built-in prices", () => {
  it.each([
    ["claude-sonnet-5-5", 2],
    ["claude-sonnet-5-5-20260924", 2],
    ["claude-opus-5-5", 4],
    ["claude-opus-5", 5],
    ["claude-opus-4-5-20251101", 5],
    ["claude-opus-4-20250514", 15],
    ["gpt-5.4", 2.5],
    ["gpt-5.4-mini", 0.75],
    ["gpt-5-2025-08-07", 1.25],
    ["gpt-5-mini", 0.25],
    ["gpt-4o-mini", 0.15],
  ])("has the input price of %s: %d", (model, input) => {
    expect(find(model, 1_000)?.input).toBe(input);
  });

  it.each(["claude-sonnet-6", "claude-opus-6-5", "gpt-5.9", "gpt-7", "llama3", "my-claude-sonnet-4-5", ""])(
    "has no price for %j",
    (model) => {
      expect(find(model, 1_000)).toBeUndefined();
    },
  );

  it("has another price, or none, for longer prompts", () => {
    expect(find("claude-haiku-5-5", 100_000)?.input).toBe(0.1);
    expect(find("claude-haiku-5-5", 100_001)?.input).toBe(0.5);
    expect(find("gpt-5.4", 300_000)).toBeUndefined();
  });

  it("says the day it is from", () => {
    expect(builtInPrices.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

it("adds up the parts of a bill, with input's price where a cache has none", () => {
  const tokens = { input: 1e6, cacheRead: 2e6, cacheWritten: 3e6, output: 4e6 };

  expect(costOf(tokens, { models: [], input: 1, output: 10 })).toBe(1 + 2 + 3 + 40);
  expect(costOf(tokens, { models: [], input: 1, output: 10, cacheRead: 0.5, cacheWritten: 2 })).toBe(1 + 1 + 6 + 40);
  expect(costOf(tokens, { models: [], input: 0, output: 0, cacheWritten: 2, cacheWrittenOneHour: 5 }, 1e6)).toBe(9);
});
