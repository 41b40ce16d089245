import type { Tool } from "../tools/tool.ts";

export const defaultMaxResults = 5;
export const maxResultsLimit = 10_000;

/** Module-level: a search tool depends on its name alone, and must be the same object for every caller. */
const searchTools = new Map<string, Tool>();

/**
 * The search tool that the client answers. Its text never changes with the catalogue, because it stands in the cached prefix, and says
 * nothing about how found tools are called, because that depends on the loader.
 * The same name returns the same object, so that the engine recognises it.
 */
export function createSearchTool(name = "ToolSearch"): Tool {
  let tool = searchTools.get(name);
  if (tool === undefined) {
    tool = Object.freeze(writeSearchTool(name));
    searchTools.set(name, tool);
  }
  return tool;
}

function writeSearchTool(name: string): Tool {
  return {
    name,
    description: [
      "Finds and loads tools that are available but not in your prompt. Deferred tools are announced by name only: search before you call one.",
      "A tool that was found stays loaded.",
      "Query forms:",
      '- "select:NAME" or "select:NAME_A,NAME_B": exactly these tools',
      '- words for what the tool should do: "send slack message"',
      '- "+word other words": the first word must match',
    ].join("\n"),
    input_schema: {
      type: "object",
      properties: {
        query: { type: "string", description: "Names after select:, or words for what the tool should do." },
        max_results: { type: "integer", description: `How many tools to load at most. Default: ${defaultMaxResults}.` },
      },
      required: ["query"],
    },
  };
}
