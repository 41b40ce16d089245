import type { ModelPrice, PriceTable } from "../contracts/savings.ts";

/** A family of models with the usual ratios of Anthropic's cache prices: a read 0.1, a write 1.25, a write for an hour 2. */
function claude(input: number, output: number, models: readonly string[], cacheRead = input / 10): ModelPrice {
  return { models, input, output, cacheRead, cacheWritten: input * 1.25, cacheWrittenOneHour: input * 2 };
}

/** OpenAI charges nothing for writing to its cache beyond the price of input. */
function openai(input: number, cacheRead: number, output: number, models: readonly string[]): ModelPrice {
  return { models, input, output, cacheRead };
}

/** Prompts beyond this length cost more; their price is not in the table. */
const longContext = { maxPromptTokens: 272_000 };

/**
 * Public list prices of the makers' own APIs, copied by hand on the day in `asOf` and valid for that day only. Compare them with the
 * makers' price pages and update `asOf` before a release: `npm run release` refuses a table that is older than 30 days. Patterns are
 * narrow: a model that is not listed has no price, because a guess would be shown as money.
 */
export const builtInPrices: PriceTable = {
  asOf: "2026-10-16",
  models: [
    claude(10, 50, ["claude-fable-5-1*", "claude-mythos-5-1*"], 0.25),
    claude(10, 50, ["claude-fable-5", "claude-fable-5-20*", "claude-mythos-5", "claude-mythos-5-20*"]),
    claude(4, 20, ["claude-opus-5-5*"], 0.2),
    claude(5, 25, ["claude-opus-5", "claude-opus-5-20*"]),
    claude(5, 25, ["claude-opus-4-5*", "claude-opus-4-6*", "claude-opus-4-7*", "claude-opus-4-8*"]),
    claude(15, 75, ["claude-opus-4-1*", "claude-opus-4-0", "claude-opus-4-20*"]),
    claude(2, 10, ["claude-sonnet-5-5*"], 0.1),
    claude(2, 10, ["claude-sonnet-5", "claude-sonnet-5-20*"]),
    claude(3, 15, ["claude-sonnet-4-5*", "claude-sonnet-4-6*", "claude-sonnet-4-0", "claude-sonnet-4-20*"]),
    { ...claude(0.1, 0.5, ["claude-haiku-5-5*"]), maxPromptTokens: 100_000 },
    claude(0.5, 2.5, ["claude-haiku-5-5*"]),
    claude(1, 5, ["claude-haiku-4-5*"]),
    claude(0.8, 4, ["claude-3-5-haiku*"]),
    { ...openai(5, 0.5, 30, ["gpt-5.5", "gpt-5.5-20*"]), ...longContext },
    { ...openai(2.5, 0.25, 15, ["gpt-5.4", "gpt-5.4-20*"]), ...longContext },
    openai(0.75, 0.075, 4.5, ["gpt-5.4-mini*"]),
    openai(0.2, 0.02, 1.25, ["gpt-5.4-nano*"]),
    openai(1.75, 0.175, 14, ["gpt-5.3-codex*", "gpt-5.2", "gpt-5.2-20*", "gpt-5.2-codex*"]),
    openai(1.25, 0.125, 10, ["gpt-5", "gpt-5-20*", "gpt-5-codex", "gpt-5.1", "gpt-5.1-20*", "gpt-5.1-codex"]),
    openai(0.25, 0.025, 2, ["gpt-5-mini*"]),
    openai(0.05, 0.005, 0.4, ["gpt-5-nano*"]),
    openai(2, 0.5, 8, ["gpt-4.1", "gpt-4.1-20*", "o3", "o3-20*"]),
    openai(0.4, 0.1, 1.6, ["gpt-4.1-mini*"]),
    openai(0.1, 0.025, 0.4, ["gpt-4.1-nano*"]),
    openai(2.5, 1.25, 10, ["gpt-4o", "gpt-4o-20*"]),
    openai(0.15, 0.075, 0.6, ["gpt-4o-mini*"]),
    openai(1.1, 0.275, 4.4, ["o4-mini*"]),
  ],
};
