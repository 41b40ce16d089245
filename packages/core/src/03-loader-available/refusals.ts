import type { UpstreamFacts } from "./upstream-facts.ts";

const refusalWords = [
  "tool_reference",
  "defer_loading",
  "tool_search",
  "additional_tools",
  "advanced-tool-use-2025-11-20",
  "tool-search-tool-2025-10-19",
];
/** Chat servers that take no tools in system messages name the field. */
const refusedTools = /messages(?:\[\d+\]|\.\d+)\.tools\b/;
/** The API's messages for invalid requests: the feature is supported, so switching it off would only hide the error. */
const mistakes = [
  /Tool reference '[^']*' not found in available tools/,
  /cannot have both defer_loading=true and cache_control/,
  /At least one tool must have defer_loading=false/,
];
const defaultDuration = 10 * 60_000;
const maxKept = 1_000;

/** Whether an upstream's answer refuses the feature: a 400 (or 422) that names it. */
export function isFeatureRefusal(status: number, message: string): boolean {
  if (status !== 400 && status !== 422) return false;
  if (mistakes.some((pattern) => pattern.test(message))) return false;
  return refusalWords.some((word) => message.includes(word)) || refusedTools.test(message);
}

/** Remembers for a limited time which upstream refused the feature for which model. It never changes what a conversation contains. */
export class Refusals {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;
  readonly #duration: number;

  constructor(options: { readonly now: () => number; readonly durationMilliseconds?: number }) {
    this.#now = options.now;
    this.#duration = options.durationMilliseconds ?? defaultDuration;
  }

  /** Notes an answer; returns whether it was a refusal, so that the request should be prepared and sent again. */
  note(upstream: UpstreamFacts, model: string, status: number, message: string): boolean {
    if (!isFeatureRefusal(status, message)) return false;
    if (this.#until.size >= maxKept) this.#until.clear();
    this.#until.set(keyOf(upstream, model), this.#now() + this.#duration);
    return true;
  }

  has(upstream: UpstreamFacts, model: string): boolean {
    const key = keyOf(upstream, model);
    const until = this.#until.get(key);
    if (until === undefined) return false;
    const left = until - this.#now();
    // More time can be left than the whole period only if the clock was set back.
    if (left > 0 && left <= this.#duration) return true;
    this.#until.delete(key);
    return false;
  }
}

function keyOf({ provider = "anthropic", baseUrl = "" }: UpstreamFacts, model: string): string {
  return `${provider} ${baseUrl} ${model}`;
}
