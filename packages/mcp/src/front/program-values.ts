import type { PooledTool } from "../lists/pooled-tool.ts";
import type { ToolResult } from "../pool/tool-result.ts";
import type { ProgramCatalogueTool } from "./front-programs.ts";

const text = { type: "string" };

/** A tool as programs see it: without an output schema, its result is text. */
export function describeForPrograms({ name, definition }: PooledTool): Omit<ProgramCatalogueTool, "execute"> {
  const { description, inputSchema, outputSchema = text, annotations } = definition;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema,
    outputSchema,
    isReadOnly: annotations?.["readOnlyHint"] === true,
  };
}

/** The value of a result where the tool declares one, or else its text. Content that is not text becomes a line of JSON. */
export function valueForProgram(
  { definition }: PooledTool,
  { content, structuredContent, isError }: ToolResult,
): unknown {
  const lines = content.map((block) =>
    block.type === "text" && typeof block["text"] === "string" ? block["text"] : JSON.stringify(block),
  );
  if (isError === true) throw new Error(lines.join("\n") || "The tool failed without a message.");
  if (definition["outputSchema"] !== undefined && structuredContent !== undefined) return structuredContent;
  return lines.join("\n");
}
