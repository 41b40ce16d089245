import type { Tool, WireTool } from "./tool.ts";

interface ToolConfig {
  readonly enabled?: boolean;
  readonly defer_loading?: boolean;
}

interface McpToolset {
  readonly default_config?: ToolConfig | null;
  readonly configs?: Readonly<Record<string, ToolConfig>> | null;
  readonly tools?: readonly { readonly name: string }[] | null;
}

/** Whether the breakpoint of an MCP toolset would fall on a deferred tool: it applies to the toolset's last tool. */
export function isToolsetBreakpointDeferred(tool: WireTool): boolean {
  if (tool.type !== "mcp_toolset" || tool.cache_control === undefined || tool.cache_control === null) return false;
  const toolset = tool as McpToolset;
  const last = toolset.tools?.findLast(({ name }) => configOf(toolset, name).enabled !== false)?.name;
  // Without a pinned listing the last tool is unknown, so the toolset's default is used.
  return (last === undefined ? toolset.default_config : configOf(toolset, last))?.defer_loading === true;
}

/** Whether no tool of the toolset is in the prompt, so that the cached prefix does not contain it. */
export function isToolsetDeferred(tool: WireTool): boolean {
  if (tool.type !== "mcp_toolset") return false;
  const { default_config, configs } = tool as McpToolset;
  if (default_config?.defer_loading !== true) return false;
  return Object.values(configs ?? {}).every(
    ({ defer_loading, enabled }) => defer_loading !== false || enabled === false,
  );
}

/** Whether at least one tool of the toolset is deferred. */
export function hasDeferredPart(tool: Tool): boolean {
  if (tool.type !== "mcp_toolset") return false;
  const { default_config, configs } = tool as McpToolset;
  return [default_config, ...Object.values(configs ?? {})].some((config) => config?.defer_loading === true);
}

/** The toolset with every tool in the prompt. */
export function undeferredToolset(tool: WireTool): WireTool {
  if (!hasDeferredPart(tool)) return tool;
  const { default_config, configs } = tool as McpToolset;
  const entries = Object.entries(configs ?? {}).map(([name, config]) => [name, withoutDeferral(config)]);
  return {
    ...tool,
    ...(default_config == null ? {} : { default_config: withoutDeferral(default_config) }),
    ...(configs == null ? {} : { configs: Object.fromEntries(entries) as Record<string, ToolConfig> }),
  } as WireTool;
}

function withoutDeferral({ defer_loading: _deferral, ...config }: ToolConfig): ToolConfig {
  return config;
}

function configOf(toolset: McpToolset, name: string): ToolConfig {
  return { ...toolset.default_config, ...toolset.configs?.[name] };
}
