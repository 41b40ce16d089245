import { oncePer } from "@toolcrib/shared/caches";
import type { Tool, WireTool } from "./tool.ts";

/** Tool fields of the engine and of MCP that are not sent: the API rejects unknown fields. */
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

/** The tool as the API accepts it. A tool without other fields is returned unchanged. */
export const wireDefinition: (tool: Tool) => WireTool = oncePer((tool: Tool) => {
  if (!Object.keys(tool).some((field) => fieldsKeptBack.has(field))) return tool as WireTool;
  const definition: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(tool)) {
    if (!fieldsKeptBack.has(field) && value !== undefined) definition[field] = value;
    else if (field === "inputSchema" && tool.input_schema === undefined) definition["input_schema"] = value;
  }
  return definition as WireTool;
});

/** The schema of the tool's arguments, in either spelling. */
export function inputSchemaOf(tool: Tool): unknown {
  return tool.input_schema ?? tool.inputSchema;
}
