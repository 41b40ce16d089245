import { oncePer } from "@toolcrib/shared/caches";
import { isToolsetBreakpointDeferred, undeferredToolset } from "../tools/mcp-toolset.ts";
import type { Tool, WireTool } from "../tools/tool.ts";
import { wireDefinition } from "../tools/wire-definition.ts";

/** Step 8. The definition with `defer_loading`, and without a cache breakpoint, which the API rejects on a deferred tool. */
export const deferredDefinition: (tool: Tool) => WireTool = oncePer((tool: Tool) => {
  const definition = withoutBreakpoint(wireDefinition(tool));
  return definition.defer_loading === true ? definition : { ...definition, defer_loading: true };
});

/** The definition as a tool of the prompt: a `defer_loading` that came with it goes. */
export const undeferredDefinition: (tool: Tool) => WireTool = oncePer((tool: Tool) =>
  withoutDeferral(wireDefinition(tool)),
);

/** The definition of a deferred tool that is in the prompt all the same: its breakpoint has moved to the last eager tool. */
export function loadedDefinition(tool: Tool): WireTool {
  return withoutBreakpoint(undeferredDefinition(tool));
}

function withoutBreakpoint(definition: WireTool): WireTool {
  if (definition.cache_control === undefined) return definition;
  const { cache_control: _breakpoint, ...rest } = definition;
  return rest;
}

function withoutDeferral(definition: WireTool): WireTool {
  if (definition.defer_loading === undefined) return definition;
  const { defer_loading: _deferral, ...rest } = definition;
  return rest;
}

/** The tools of a request without tool search: what the caller gave, and nothing of it deferred. */
export function undeferredTools(tools: readonly Tool[]): readonly WireTool[] {
  return tools.map((tool) => undeferredToolset(undeferredDefinition(tool)));
}

/** Moves the breakpoints of deferred tools to the last eager one, since a deferred tool is no part of the cached prefix. */
export function placeBreakpoint(eager: readonly WireTool[], deferred: readonly Tool[]): readonly WireTool[] {
  const breakpoint = deferred.find(({ cache_control }) => cache_control !== undefined && cache_control !== null);
  const toolset = eager.find(isToolsetBreakpointDeferred);
  const moved = breakpoint?.cache_control ?? toolset?.cache_control;
  if (moved === undefined) return eager;
  const cleaned = eager.map((tool) => (isToolsetBreakpointDeferred(tool) ? { ...tool, cache_control: null } : tool));
  const last = cleaned.findLastIndex((tool) => tool.type !== "mcp_toolset");
  const target = cleaned[last];
  if (target === undefined || (target.cache_control !== undefined && target.cache_control !== null)) return cleaned;
  return cleaned.with(last, { ...target, cache_control: moved });
}
