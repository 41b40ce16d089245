import type { Tool } from "@toolcrib/search";

const charactersPerToken = 2.5;

/**
 * About how many tokens the definitions take in a prompt. An estimate: every model counts in its own way,
 * and JSON takes more tokens for its characters than prose does.
 */
export function estimateTokens(tools: Iterable<Tool>): number {
  let characters = 0;
  for (const { name, description, inputSchema } of tools) {
    characters += JSON.stringify({ name, description, input_schema: inputSchema }).length;
  }
  return Math.round(characters / charactersPerToken);
}
