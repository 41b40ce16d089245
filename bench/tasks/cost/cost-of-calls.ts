import type { Footprint } from "./footprint.ts";
import { costOf, type TokenUse } from "./prices.ts";
import { createAnthropicCache, createOpenAiCache, type PromptCache } from "./prompt-cache.ts";

export type Provider = "anthropic" | "openai";

/** One model call, as far as costs go. */
export interface PaidCall {
  readonly prompt: Footprint;
  readonly outputTokens: number;
}

export interface ConversationCost {
  readonly uses: readonly TokenUse[];
  readonly dollars: number;
}

export const createCache: Readonly<Record<Provider, () => PromptCache>> = {
  anthropic: createAnthropicCache,
  openai: createOpenAiCache,
};

/** What a conversation costs with this cache, which it fills. */
export function costOfCalls(calls: readonly PaidCall[], cache: PromptCache): ConversationCost {
  const uses = calls.map(({ prompt, outputTokens }) => ({ ...cache.use(prompt), output: outputTokens }));
  return { uses, dollars: uses.reduce((sum, use) => sum + costOf(use, cache.rules), 0) };
}

/** How often a request does not begin with the whole request before it. */
export function countPrefixBreaks(calls: readonly PaidCall[]): number {
  return calls.filter(({ prompt }, index) => {
    const before = calls[index - 1]?.prompt.parts;
    const last = before?.at(-1);
    return before !== undefined && last !== undefined && prompt.parts[before.length - 1]?.[0] !== last[0];
  }).length;
}
