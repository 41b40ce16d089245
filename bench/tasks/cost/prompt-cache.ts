import type { Footprint } from "./footprint.ts";
import { tokensPerStep } from "./footprint.ts";
import { anthropicRules, type CacheRules, openAiRules } from "./prices.ts";

/** How many tokens of a prompt are read from the cache, written into it, and neither. */
interface CacheUse {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
}

/** A provider's prompt cache. Entries do not expire: a conversation of the benchmark is shorter than five minutes. */
export interface PromptCache {
  readonly rules: CacheRules;
  readonly use: (prompt: Footprint) => CacheUse;
}

/** How many blocks before a mark are looked up, the marked one included. */
const lookback = 20;

/** Anthropic: entries are written at marks, and read from a mark or at most 19 blocks before one. */
export function createAnthropicCache(rules: CacheRules = anthropicRules): PromptCache {
  const entries = new Set<string>();
  return {
    rules,
    use({ parts, tokens }) {
      const marks = parts.flatMap(([, upTo, isMarked], index) => (isMarked && upTo >= rules.minTokens ? [index] : []));
      let read = 0;
      for (const mark of marks) {
        for (let index = mark; index >= 0 && index > mark - lookback; index--) {
          const [hash, upTo] = parts[index] ?? ["", 0];
          if (!entries.has(hash)) continue;
          read = Math.max(read, upTo);
          break;
        }
      }
      for (const mark of marks) entries.add(parts[mark]?.[0] ?? "");
      const cached = parts[marks.at(-1) ?? -1]?.[1] ?? 0;
      const written = Math.max(0, cached - read);
      return { read, written, uncached: tokens - read - written };
    },
  };
}

/** OpenAI: the longest known prefix is read, in steps of 128 tokens from 1,024 on; writing costs nothing. */
export function createOpenAiCache(rules: CacheRules = openAiRules): PromptCache {
  const entries = new Set<string>();
  return {
    rules,
    use({ steps, tokens }) {
      let known = 0;
      while (known < steps.length && entries.has(steps[known] ?? "")) known++;
      for (const step of steps) entries.add(step);
      const prefix = known * tokensPerStep;
      const read = prefix >= rules.minTokens ? prefix : 0;
      return { read, written: 0, uncached: tokens - read };
    },
  };
}
