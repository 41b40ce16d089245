import { createPrefixMeter, type PrefixMeter } from "../../src/testing/prefix-meter.ts";
import type { PromptParts } from "./prompt-parts.ts";

/** A request, and what it keeps of the one before it in its conversation. */
export interface MeasuredRequest {
  readonly parts: readonly string[];
  /** A compaction and a subagent begin a conversation of their own. */
  readonly conversation: string;
  readonly isFirst: boolean;
  /** The share of the request before that a prompt cache can reuse; 1 where nothing was lost. */
  readonly kept: number;
  /** Where it differs from the request before: `tools`, `system` or `messages`. */
  readonly brokenAt: string | undefined;
}

/** Measures requests conversation by conversation. */
export function measurePrefixes(prompts: readonly PromptParts[]): readonly MeasuredRequest[] {
  const conversations = new Map<string, { readonly meter: PrefixMeter; characters: number }>();
  return prompts.map(({ conversation, parts }) => {
    const known = conversations.get(conversation);
    const { meter, characters } = known ?? { meter: createPrefixMeter(), characters: 0 };
    const reading = meter.read(parts);
    conversations.set(conversation, { meter, characters: reading.characters });
    const isFirst = known === undefined;
    const isBroken = !isFirst && reading.partsLost > 0;
    return {
      parts,
      conversation,
      isFirst,
      kept: isBroken ? reading.charactersReused / characters : 1,
      brokenAt: isBroken ? reading.brokenAt?.replace(/\..*/, "") : undefined,
    };
  });
}
