import type { AgentTool, Catalogue } from "../client/catalogue.ts";
import type { AgentCall, CallAnswer, ToolEntry } from "../client/conversation.ts";
import type { World } from "../types.ts";

export function toolEntry({ name, tool: { description = "", inputSchema } }: AgentTool): ToolEntry {
  return { name, description, input_schema: inputSchema };
}

/** Runs the calls of an agent that has all servers of the world. */
export function answerFromWorld(catalogue: Catalogue, world: World): (call: AgentCall) => CallAnswer {
  return ({ name, input }) => {
    const found = catalogue.byName.get(name);
    if (found === undefined) {
      return { content: `<tool_use_error>Error: No such tool available: ${name}</tool_use_error>`, isError: true };
    }
    const { text, isError = false } = world.call(found.server, found.tool.name, input);
    return { content: text, isError };
  };
}
