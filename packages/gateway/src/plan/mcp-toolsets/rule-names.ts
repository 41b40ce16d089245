import type { Tool } from "@toolcrib/core";
import { hidesTool, type PolicyRule } from "@toolcrib/core/policy";
import { mcpToolName } from "@toolcrib/core/tools";
import type { ListedTool } from "../../contracts/toolset.ts";
import { toolsetToolName } from "../../conversation/shown-blocks.ts";
import type { Toolset } from "./read-toolsets.ts";

/** The names of a toolset's server: in the request, and in rules. */
export interface NamedServer {
  readonly toolset: Toolset;
  readonly ruleServer: string;
}

/** The names by which rules match a toolset's tool: its usual names, and the one that the model calls here. */
export function ruleNames({ toolset, ruleServer }: NamedServer, bareName: string): Pick<Tool, "server" | "aliases"> {
  const full = [`mcp__${ruleServer}__${bareName}`, mcpToolName(ruleServer, bareName)];
  return { server: ruleServer, aliases: [...full, bareName, toolsetToolName(toolset.server.name, bareName)] };
}

/** Whether a rule hides a tool that a server lists. */
export function isHidden(
  { name, annotations }: ListedTool,
  server: NamedServer,
  policy: readonly PolicyRule[],
): boolean {
  return hidesTool({ ...ruleNames(server, name), annotations }, policy);
}
