import type { Tool } from "@toolcrib/core";
import type { ListedTool } from "../contracts/toolset.ts";
import { toolsetToolName } from "../conversation/shown-blocks.ts";
import type { Toolset } from "./read-toolsets.ts";

/** A tool of a toolset, as the engine knows it, and as its server does. */
export interface ToolsetTool {
  readonly tool: Tool;
  readonly server: string;
  readonly bareName: string;
}

/** The tools that a toolset stands for, in its server's order. A tool's own config goes before the default, field by field. */
export function expandToolset(toolset: Toolset, listed: readonly ListedTool[]): readonly ToolsetTool[] {
  const { server, defaultConfig, configs, allowedTools, cacheControl } = toolset;
  const enabled = listed.filter(({ name }) => {
    if (allowedTools !== undefined && !allowedTools.includes(name)) return false;
    return (configs[name]?.enabled ?? defaultConfig.enabled) !== false;
  });
  return enabled.map((listing, position) => {
    const { name, description, inputSchema, annotations } = listing;
    const isDeferred = (configs[name]?.defer_loading ?? defaultConfig.defer_loading) === true;
    const isLast = position === enabled.length - 1;
    const tool: Tool = {
      name: toolsetToolName(server.name, name),
      ...(description === undefined ? {} : { description }),
      input_schema: inputSchema ?? { type: "object" },
      server: server.name,
      ...(annotations === undefined ? {} : { annotations }),
      ...(isDeferred ? { defer_loading: true } : {}),
      ...(isLast && cacheControl !== undefined && cacheControl !== null ? { cache_control: cacheControl } : {}),
    };
    return { tool, server: server.name, bareName: name };
  });
}
