import { oncePerTool } from "./once-per-tool.ts";
import type { Tool, WireTool } from "./tool.ts";

/** What the engine and MCP keep on a tool and the API does not know: its requests are closed schemas. */
const fieldsKeptBack: ReadonlySet<string> = new Set([
  "server",
  "aliases",
  "alwaysLoad",
  "shouldDefer",
  "starting",
  "transient",
  "searchHint",
  "annotations",
  "_meta",
  "inputSchema",
  "outputSchema",
  "title",
  "icons",
  "execution",
]);

/** The tool as the API takes it. A tool that holds nothing else is returned as it is. */
export const wireDefinition: (tool: Tool) => WireTool = oncePerTool((tool) => {
  if (!Object.keys(tool).some((field) => fieldsKeptBack.has(field))) return tool as WireTool;
  const definition: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(tool)) {
    if (!fieldsKeptBack.has(field) && value !== undefined) definition[field] = value;
    else if (field === "inputSchema" && tool.input_schema === undefined) definition["input_schema"] = value;
  }
  return definition as WireTool;
});

/** The schema of the tool's arguments, however it is spelled. */
export function inputSchemaOf(tool: Tool): unknown {
  return tool.input_schema ?? tool.inputSchema;
}
