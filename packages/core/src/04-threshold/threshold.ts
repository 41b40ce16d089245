import { charactersPerToken } from "@toolcrib/shared/text";
import type { Tool, WireTool } from "../tools/tool.ts";
import { inputSchemaOf } from "../tools/wire-definition.ts";

/** Tokens that the API adds around any tools; they are not part of the tools' cost. */
const preambleTokens = 500;

/** The cost of definitions: counted by the upstream, or estimated from their length. */
export type DeferralCost =
  | { readonly tokens: number; readonly source: "counted" }
  | { readonly tokens: number; readonly source: "estimated"; readonly characters: number };

/** The answer of the threshold, with the numbers behind it. */
export interface ThresholdAnswer {
  readonly isReached: boolean;
  readonly cost: DeferralCost;
  readonly budget: number;
}

/** Step 4. The cost above which tools are deferred in `auto` mode. */
export function decideThreshold(cost: DeferralCost, contextWindow: number, percent: number): ThresholdAnswer {
  const budget = Math.floor((contextWindow * percent) / 100);
  // Characters are compared as such: a quotient of them would move the threshold by up to two.
  const isReached =
    cost.source === "counted" ? cost.tokens >= budget : cost.characters >= Math.floor(budget * charactersPerToken);
  return { isReached, cost, budget };
}

/** The cost of definitions that the upstream counted. */
export function costFromCount(countedTokens: number): DeferralCost {
  return { tokens: Math.max(0, countedTokens - preambleTokens), source: "counted" };
}

/** The estimated cost of definitions that were not counted. */
export function costFromCharacters(tools: readonly Tool[]): DeferralCost {
  let characters = 0;
  for (const tool of tools) {
    characters += (tool.name ?? "").length + (tool.description ?? "").length;
    characters += JSON.stringify(inputSchemaOf(tool) ?? {}).length;
  }
  return { tokens: characters / charactersPerToken, source: "estimated", characters };
}

/** The body to count: only the tools, none of them deferred, and one message because the API requires it. */
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
