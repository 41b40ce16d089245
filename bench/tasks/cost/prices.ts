// Prices of a typical model, in dollars. Ratios between set-ups hardly depend on them.

export interface CacheRules {
  readonly provider: "anthropic" | "openai";
  /** Parts of the input price. */
  readonly read: number;
  readonly write: number;
  /** The shortest prefix that is cached, in tokens. */
  readonly minTokens: number;
}

const million = 1_000_000;
const inputPrice = 3 / million;
const outputPrice = 15 / million;

export const anthropicRules: CacheRules = { provider: "anthropic", read: 0.1, write: 1.25, minTokens: 1_024 };
/** Writing is free. Reading costs a tenth since GPT-5. */
export const openAiRules: CacheRules = { provider: "openai", read: 0.1, write: 1, minTokens: 1_024 };

/** Tokens of one model call by what they cost. */
export interface TokenUse {
  readonly uncached: number;
  readonly written: number;
  readonly read: number;
  readonly output: number;
}

export function costOf({ uncached, written, read, output }: TokenUse, rules: CacheRules): number {
  return inputPrice * (uncached + written * rules.write + read * rules.read) + outputPrice * output;
}

export function inputOfUse({ uncached, written, read }: TokenUse): number {
  return uncached + written + read;
}
