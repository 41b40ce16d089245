import { hashText } from "@toolcrib/shared/hash";
import { checkTool } from "./check-tools.ts";
import type { Tool, ToolAnnotations } from "./tool.ts";

/** A tool as an MCP server lists it. */
export interface McpTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly annotations?: ToolAnnotations | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

const longestName = 64;

/** The catalogue's form of an MCP server's tool: named `mcp__server__tool`, in the characters and the length that APIs allow. */
export function toolFromMcp(server: string, tool: McpTool, options: { readonly alwaysLoad?: boolean } = {}): Tool {
  // Without its type: whatever a server calls it, the API provides none of its tools.
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

/** `mcp__server__tool`; what is too long ends in a hash of the whole, so that two long names stay two. */
export function mcpToolName(server: string, name: string): string {
  const full = `mcp__${allowedCharacters(server)}__${allowedCharacters(name)}`;
  if (full.length <= longestName) return full;
  const hash = hashText(`${server}\n${name}`).slice(0, 8);
  return `${full.slice(0, longestName - hash.length - 1)}_${hash}`;
}

function allowedCharacters(text: string): string {
  return text.replace(/[^a-zA-Z0-9_-]/g, "_");
}
