import type { Tool } from "./tool.ts";

/** What tells one entry of `tools` from another: its name, or for an entry without one, what stands for it. */
export function toolKey(tool: Tool): string {
  if (tool.name !== undefined) return tool.name;
  const toolset = (tool as { readonly mcp_server_name?: unknown }).mcp_server_name;
  return typeof toolset === "string" ? `${tool.type}:${toolset}` : String(tool.type);
}
