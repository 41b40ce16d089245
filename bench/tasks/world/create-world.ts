import type { CallRecord, CallResult, ToolDefinition, World } from "../types.ts";
import { definitions } from "./definitions.ts";
import { services } from "./services/index.ts";
import { runHandler } from "./services/service.ts";
import { describeInvalidArguments } from "./validate-arguments.ts";

const tools = new Map<string, ToolDefinition>();
for (const { server, tools: listed } of definitions) {
  for (const tool of listed) tools.set(`${server}/${tool.name}`, tool);
}
const servicesByName = new Map(services.map((service) => [service.server, service]));

/** What a service answers for the tools that the world does not play: it never changes anything. */
function refuse(server: string, tool: string): CallResult {
  const text = `Error: 403 Forbidden. The ${server} account of this workspace has no permission for ${tool}.`;
  return { text, isError: true };
}

/** The state of all services at the start of each task. */
export function createStates(): Map<string, Record<string, unknown>> {
  return new Map(
    definitions.map(({ server }) => [
      server,
      (servicesByName.get(server)?.seed() ?? {}) as unknown as Record<string, unknown>,
    ]),
  );
}

/** Makes a world in its first state. */
export function createWorld(): World {
  const states = createStates();
  const calls: CallRecord[] = [];

  function state(server: string): Record<string, unknown> {
    const found = states.get(server);
    if (!found) throw new Error(`No server "${server}" in this world`);
    return found;
  }

  function answer(server: string, toolName: string, args: Readonly<Record<string, unknown>>): CallResult {
    const tool = tools.get(`${server}/${toolName}`);
    if (!tool) return { text: `MCP error -32602: Tool ${toolName} not found`, isError: true };
    const invalid = describeInvalidArguments(tool, args);
    if (invalid !== undefined) return { text: invalid, isError: true };
    const handler = servicesByName.get(server)?.handlers[toolName];
    // Handlers keep what they are given, so they get a copy that is theirs.
    return handler ? runHandler(handler, state(server), structuredClone(args), state) : refuse(server, toolName);
  }

  return {
    calls,
    state,
    call: (server, tool, args) => {
      const result = answer(server, tool, args);
      calls.push({ server, tool, arguments: args, result });
      return result;
    },
  };
}
