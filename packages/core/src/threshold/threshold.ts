import type { Tool, WireTool } from "../tool/tool.ts";
import { inputSchemaOf } from "../tool/wire-definition.ts";

/** What the API adds around any tools, which is no cost of these. */
const preambleTokens = 500;
const charactersPerToken = 2.5;

/** Where a cost comes from: the upstream's counting endpoint, or the length of the definitions. */
export interface DeferralCost {
  readonly tokens: number;
  readonly source: "counted" | "estimated";
}

/** The answer of the threshold, with the numbers behind it. */
export interface ThresholdAnswer {
  readonly isReached: boolean;
  readonly cost: DeferralCost;
  readonly budget: number;
}

/** Step 4. From which cost on tools are deferred in `auto` mode. */
export function decideThreshold(cost: DeferralCost, contextWindow: number, percent: number): ThresholdAnswer {
  const budget = Math.floor((contextWindow * percent) / 100);
  return { isReached: cost.tokens >= budget, cost, budget };
}

/** The cost of definitions that the upstream counted. */
export function costFromCount(countedTokens: number): DeferralCost {
  return { tokens: Math.max(0, countedTokens - preambleTokens), source: "counted" };
}

/** The cost of definitions that nobody counted. */
export function costFromCharacters(tools: readonly Tool[]): DeferralCost {
  let characters = 0;
  for (const tool of tools) {
    characters += (tool.name ?? "").length + (tool.description ?? "").length;
    characters += JSON.stringify(inputSchemaOf(tool) ?? {}).length;
  }
  return { tokens: characters / charactersPerToken, source: "estimated" };
}

/** The body to count: nothing but the tools, none of them deferred, and a message because there must be one. */
export interface CountRequest {
  readonly model: string;
  readonly messages: readonly [{ readonly role: "user"; readonly content: "foo" }];
  readonly tools: readonly WireTool[];
}

/** Asks the upstream's counting endpoint for the input tokens of a request. */
export type CountTokens = (request: CountRequest) => Promise<number>;

export function countRequest(model: string, definitions: readonly WireTool[]): CountRequest {
  return { model, messages: [{ role: "user", content: "foo" }], tools: definitions };
}
