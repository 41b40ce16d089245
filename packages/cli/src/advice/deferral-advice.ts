import { formatCount, formatCountOf } from "@toolcrib/shared/text";

/** What a catalogue costs, with every tool loaded and with deferral. */
export interface CatalogueCosts {
  readonly tools: number;
  /** Tokens of the definitions in every prompt. */
  readonly eagerTokens: number;
  /** Tokens of the first prompt with deferral. */
  readonly deferredTokens: number;
  /** Why nothing would be deferred. */
  readonly off: string | null;
}

/** Whether to defer, and why. */
export interface DeferralAdvice {
  /** `optional`: it saves little either way. */
  readonly verdict: "defer" | "load-all" | "optional";
  readonly reasons: readonly string[];
}

/** From here on, definitions crowd the prompt, and models choose worse. */
const manyTools = 10;
const manyTokens = 10_000;

/** Says whether deferral pays off for a catalogue. */
export function adviseDeferral({ tools, eagerTokens, deferredTokens, off }: CatalogueCosts): DeferralAdvice {
  const size = `${formatCountOf(tools, "tool")} with about ${formatCount(eagerTokens)} tokens of definitions`;
  const limit = `${manyTools} tools or ${formatCount(manyTokens)} tokens`;
  if (tools <= manyTools && eagerTokens <= manyTokens) {
    return {
      verdict: "load-all",
      reasons: [`${size}: below about ${limit}, a search costs more than it saves.`],
    };
  }
  if (off !== null) return { verdict: "load-all", reasons: [`${size}, but nothing would be deferred: ${off}`] };
  if (deferredTokens >= eagerTokens) {
    return { verdict: "load-all", reasons: [`${size}, but the names alone would take as many tokens as they do.`] };
  }
  const saved = eagerTokens - deferredTokens;
  if (eagerTokens <= manyTokens && saved < deferredTokens) {
    return {
      verdict: "optional",
      reasons: [
        `${size}: many to choose from, but short. Deferral saves only about ${formatCount(saved)} tokens in each model call.`,
        "Load all of them, unless the model often picks the wrong one.",
      ],
    };
  }
  return {
    verdict: "defer",
    reasons: [
      `${size}: above about ${limit}, deferral usually pays off. It saves about ${formatCount(saved)} tokens in each model call.`,
      paybackOf(saved, deferredTokens),
      "Load all tools for requests of a single turn: nothing comes after their search that could save anything.",
    ],
  };
}

/** A search takes one more model call, which reads the whole prompt again. */
function paybackOf(saved: number, deferredTokens: number): string {
  const rest = saved - deferredTokens;
  const cost = "A search costs one more model call.";
  return rest > 0
    ? `${cost} It has paid for itself after that call if system prompt and messages are below about ${formatCount(rest)} tokens; after more calls otherwise, and sooner with a prompt cache.`
    : `${cost} It pays for itself only in conversations of several calls.`;
}
