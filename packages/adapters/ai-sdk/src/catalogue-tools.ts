import { CoreError, type Tool } from "@toolcrib/core";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { asSchema, type ToolSet } from "ai";

/** What `@ai-sdk/mcp` writes on the tools of a server. */
interface McpMetadata {
  readonly clientName?: unknown;
  readonly annotations?: Tool["annotations"];
}

/**
 * The tools as the catalogue knows them, with a schema that takes anything: schemas may come later. Tools that a
 * provider defines are not in it, because they are never deferred.
 */
export function outlineTools(tools: ToolSet): (Tool & { readonly name: string })[] {
  if (!isRecord(tools)) {
    const received = describeValue(tools);
    throw new CoreError("invalid_setting", { setting: "tools", expected: "an object with tools by name", received });
  }
  return Object.entries(tools).flatMap(([name, given], position) => {
    if (!isRecord(given)) {
      throw new CoreError("invalid_tool", {
        position,
        expected: `a tool named ${name}`,
        received: describeValue(given),
      });
    }
    if (given.type === "provider") return [];
    const { clientName, annotations } = (given.metadata ?? {}) as McpMetadata;
    return {
      name,
      input_schema: { type: "object" },
      ...(typeof given.description === "string" ? { description: given.description } : {}),
      ...(typeof clientName === "string" ? { server: clientName } : {}),
      ...(annotations === undefined ? {} : { annotations }),
    };
  });
}

/** The same with their schemas. */
export function completeTools(tools: ToolSet): Promise<Tool[]> {
  const complete = outlineTools(tools).map(async (tool) => ({
    ...tool,
    input_schema: (await asSchema(tools[tool.name]?.inputSchema).jsonSchema) as unknown,
  }));
  return Promise.all(complete);
}
