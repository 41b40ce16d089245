import type { SearchableTool } from "@toolcrib/search";
import { charactersPerToken } from "@toolcrib/shared/text";

/**
 * About how many tokens the definitions take in a prompt. An estimate: every model counts in its own way,
 * and JSON takes more tokens for its characters than prose does.
 */
export function estimateTokens(tools: Iterable<SearchableTool>): number {
  let characters = 0;
  for (const { name, description, inputSchema, input_schema } of tools) {
    characters += JSON.stringify({ name, description, input_schema: inputSchema ?? input_schema }).length;
  }
  return Math.round(characters / charactersPerToken);
}

/** The same for any value that goes into a prompt as JSON. */
export function estimateTokensOf(value: unknown): number {
  return Math.round((JSON.stringify(value) ?? "").length / charactersPerToken);
}

/** How estimates are made, for the eye. */
export const estimateExplained: string = `an estimate: characters ÷ ${charactersPerToken}`;
