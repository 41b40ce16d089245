/** What a tool answered: MCP's content blocks and whatever else the server put there. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly [field: string]: unknown }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly [field: string]: unknown;
}

/** A server's answer as a result. Servers from before 2024-11-05 answered with `toolResult`, and some forget the content. */
export function asToolResult(result: Readonly<Record<string, unknown>>): ToolResult {
  return Array.isArray(result["content"]) ? (result as ToolResult) : { ...result, content: [] };
}
