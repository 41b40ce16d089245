import { isStandardSchemaWithJSON, standardSchemaToJSONSchema } from "@mastra/core/schema";
import type { Tool } from "@toolcrib/core";
import { readOnce } from "@toolcrib/core/adapters";

/** What Mastra gives a processor for each tool of the agent: its own form, the AI SDK's, or a provider's. */
interface GivenTool {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly parameters?: unknown;
  readonly mcp?: { readonly annotations?: Tool["annotations"] };
  readonly mcpMetadata?: { readonly serverName?: unknown };
}

/** The tools as the catalogue knows them. Tools that a provider defines are not in it, because they are never deferred. */
export function catalogueTools(tools: Readonly<Record<string, unknown>>): (Tool & { readonly name: string })[] {
  return Object.entries(tools).flatMap(([name, given]) => {
    const tool = given as GivenTool;
    if (tool.type === "provider" || tool.type === "provider-defined") return [];
    return { name, ...readTool(tool) };
  });
}

const readTool = readOnce((tool: GivenTool): Omit<Tool, "name"> => {
  const { description, inputSchema, parameters, mcp, mcpMetadata } = tool;
  const server = mcpMetadata?.serverName;
  return {
    input_schema: jsonSchemaOf(inputSchema ?? parameters),
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof server === "string" ? { server } : {}),
    ...(mcp?.annotations === undefined ? {} : { annotations: mcp.annotations }),
  };
});

/** A tool without a schema takes no arguments, as in Mastra. */
function jsonSchemaOf(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return { type: "object", properties: {} };
  if ("jsonSchema" in schema) return schema.jsonSchema;
  return isStandardSchemaWithJSON(schema) ? standardSchemaToJSONSchema(schema, { io: "input" }) : schema;
}
