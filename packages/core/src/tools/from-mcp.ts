import { checkTool } from "./check-tools.ts";
import { mcpToolName } from "./mcp-tool-name.ts";
import type { Tool, ToolAnnotations } from "./tool.ts";

/** A tool as an MCP server lists it. */
export interface McpTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly annotations?: ToolAnnotations | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** An MCP server's tool for the catalogue: named `mcp__server__tool`, in characters and length that APIs allow. */
export function toolFromMcp(server: string, tool: McpTool, options: { readonly alwaysLoad?: boolean } = {}): Tool {
  // Without its type: whatever a server sets, its tools are never provided by the API.
  checkTool({ ...tool, type: undefined }, 0);
  return {
    name: mcpToolName(server, tool.name),
    ...(tool.description === undefined ? {} : { description: tool.description }),
    input_schema: tool.inputSchema,
    server,
    aliases: [`mcp__${server}__${tool.name}`, tool.name],
    ...(tool.annotations === undefined ? {} : { annotations: tool.annotations }),
    ...(tool._meta === undefined ? {} : { _meta: tool._meta }),
    ...(options.alwaysLoad === true ? { alwaysLoad: true } : {}),
  };
}
