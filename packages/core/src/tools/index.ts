export { checkTool } from "./check-tools.ts";
export type { McpTool } from "./from-mcp.ts";
export { maxToolNameLength, mcpToolName, parseMcpToolName } from "./mcp-tool-name.ts";
export type { ToolAnnotations, WireTool } from "./tool.ts";
