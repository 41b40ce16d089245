/** A tool's result: MCP's content blocks and any other fields from the server. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly [field: string]: unknown }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly [field: string]: unknown;
}

/**
 * A server's response as a tool result. Servers from before 2024-11-05 used `toolResult`, and some omit the content.
 */
export function asToolResult(result: Readonly<Record<string, unknown>>): ToolResult {
  return Array.isArray(result["content"]) ? (result as ToolResult) : { ...result, content: [] };
}
