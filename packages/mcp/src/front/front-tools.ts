import type { ListedTool } from "../lists/pooled-tool.ts";

/** The names of the front's own tools. */
export const frontToolNames = { search: "search_tools", describe: "describe_tools", call: "call_tool" } as const;

/** How many tools are described at once: their definitions would fill a prompt. */
export const maxDescribedTools = 100;

/** Without this, a client that defers tools would put its own search in front of ours. */
export const inPrompt: Readonly<Record<string, unknown>> = { "anthropic/alwaysLoad": true };

/**
 * The three tools that find and call all others; `behind` describes what can be found, `listsFound` says whether found
 * tools are listed.
 */
export function frontTools(behind: string, listsFound: boolean): readonly ListedTool[] {
  const directly = listsFound ? " A found tool that is in your list can be called directly as well." : "";
  return [
    {
      name: frontToolNames.search,
      title: "Search tools",
      description: `Finds tools for a task, with what they do and the arguments they take. Search before you say that something cannot be done: here are ${behind}`,
      inputSchema: {
        type: "object",
        properties: {
          query: {
            type: "string",
            description:
              'What is to be done, in plain words; or exact names ("select:name1,name2"), the beginning of names ("mcp__server"), a word that must occur ("+slack send") or a pattern ("/regex/").',
          },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 50,
            description: "How many tools at the most. Default: 5.",
          },
        },
        required: ["query"],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: inPrompt,
    },
    {
      name: frontToolNames.describe,
      title: "Describe tools",
      description: "Gives the full definition of tools by their exact names.",
      inputSchema: {
        type: "object",
        properties: {
          names: {
            type: "array",
            items: { type: "string" },
            maxItems: maxDescribedTools,
            description: "Names as search_tools gives them.",
          },
        },
        required: ["names"],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: inPrompt,
    },
    {
      name: frontToolNames.call,
      title: "Call a tool",
      description: `Calls a tool that search_tools found, by its exact name, with arguments that match its schema.${directly}`,
      inputSchema: {
        type: "object",
        properties: {
          name: { type: "string", description: "The tool's exact name." },
          arguments: { type: "object", description: "The tool's arguments, as its schema wants them." },
        },
        required: ["name"],
      },
      _meta: inPrompt,
    },
  ];
}
