import type { Tool } from "@toolcrib/core";
import type { PolicyRule } from "@toolcrib/core/policy";
import { toolsetToolName } from "../../conversation/shown-blocks.ts";
import { allowsTool } from "./read-toolsets.ts";
import { isHidden, ruleNames } from "./rule-names.ts";
import type { ListedToolset } from "./toolset-listings.ts";

/** A tool of a toolset, in the engine's form and in its server's. */
export interface ToolsetTool {
  readonly tool: Tool;
  readonly server: string;
  readonly bareName: string;
  readonly needsApproval: boolean;
  /** Whether the request allows it. The model does not know the others; a call of one is answered with an error. */
  readonly isAllowed: boolean;
  /** What the request says about who may call it; undefined if it says nothing. */
  readonly allowedCallers: unknown;
  /** JSON Schema of its results as values, if its server has one. */
  readonly outputSchema: unknown;
}

/**
 * The tools of a toolset, in its server's order. A tool's own config overrides the default, field by field. Hidden tools are included,
 * because the engine has to know their names; the cache breakpoint goes on the last visible tool.
 */
export function expandToolset(
  listing: Pick<ListedToolset, "toolset" | "listed" | "ruleServer">,
  policy: readonly PolicyRule[],
): readonly ToolsetTool[] {
  const { toolset, listed } = listing;
  const { server, defaultConfig, configs, cacheControl } = toolset;
  const enabled = listed.filter(({ name }) => allowsTool(toolset, name));
  const last = enabled.findLast((tool) => !isHidden(tool, listing, policy));
  return enabled.map((listedTool) => {
    const { name, description, inputSchema, outputSchema, annotations } = listedTool;
    const isDeferred = (configs[name]?.defer_loading ?? defaultConfig.defer_loading) === true;
    const isLast = listedTool === last;
    const tool: Tool = {
      name: toolsetToolName(server.name, name),
      ...(description === undefined ? {} : { description }),
      input_schema: inputSchema ?? { type: "object" },
      ...ruleNames(listing, name),
      ...(annotations === undefined ? {} : { annotations }),
      ...(isDeferred ? { defer_loading: true } : {}),
      ...(isLast && cacheControl !== undefined && cacheControl !== null ? { cache_control: cacheControl } : {}),
    };
    const needsApproval = (configs[name]?.require_approval ?? defaultConfig.require_approval) === true;
    const allowedCallers = configs[name]?.allowed_callers ?? defaultConfig.allowed_callers;
    return { tool, server: server.name, bareName: name, needsApproval, isAllowed: true, allowedCallers, outputSchema };
  });
}

/** The tools of a server that the request does not allow. */
export function disallowedTools({
  toolset,
  listed,
}: Pick<ListedToolset, "toolset" | "listed">): readonly ToolsetTool[] {
  const server = toolset.server.name;
  return listed
    .filter(({ name }) => !allowsTool(toolset, name))
    .map(({ name }) => ({
      tool: { name: toolsetToolName(server, name) },
      server,
      bareName: name,
      needsApproval: false,
      isAllowed: false,
      allowedCallers: undefined,
      outputSchema: undefined,
    }));
}
