import type { ServiceDefinition, ToolDefinition } from "../types.ts";

/** A tool of a service as an agent names it. */
export interface AgentTool {
  /** `mcp__server__tool`. */
  readonly name: string;
  readonly server: string;
  readonly tool: ToolDefinition;
}

/** All tools of the world, in the order of the servers. */
export interface Catalogue {
  readonly services: readonly ServiceDefinition[];
  readonly tools: readonly AgentTool[];
  readonly byName: ReadonlyMap<string, AgentTool>;
}

export function createCatalogue(services: readonly ServiceDefinition[]): Catalogue {
  const tools = services.flatMap(({ server, tools: listed }) =>
    listed.map((tool) => ({ name: agentName(server, tool.name), server, tool })),
  );
  return { services, tools, byName: new Map(tools.map((tool) => [tool.name, tool])) };
}

/** The name as Claude Code makes it. */
function agentName(server: string, tool: string): string {
  return `mcp__${server}__${tool.replaceAll(/[^a-zA-Z0-9_-]/g, "_")}`;
}

/** The agent's tools for `server/tool`, as tasks name what they need. */
export function toolsNamed(catalogue: Catalogue, names: readonly string[]): readonly AgentTool[] {
  return names.map((name) => {
    const slash = name.indexOf("/");
    const found = catalogue.byName.get(agentName(name.slice(0, slash), name.slice(slash + 1)));
    if (found === undefined) throw new Error(`No server lists the tool ${name}.`);
    return found;
  });
}
