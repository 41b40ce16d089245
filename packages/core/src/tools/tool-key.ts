import type { Tool } from "./tool.ts";

/** Identifies an entry of `tools`: by its name, or by a substitute if it has none. */
export function toolKey(tool: Tool): string {
  if (tool.name !== undefined) return tool.name;
  const toolset = (tool as { readonly mcp_server_name?: unknown }).mcp_server_name;
  return typeof toolset === "string" ? `${tool.type}:${toolset}` : String(tool.type);
}
