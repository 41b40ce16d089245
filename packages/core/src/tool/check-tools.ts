import { describeValue } from "@toolcrib/search/errors";
import { CoreError } from "../errors/core-error.ts";
import { isProvidedByApi, type Tool } from "./tool.ts";
import { toolKey } from "./tool-key.ts";
import { inputSchemaOf } from "./wire-definition.ts";

/** Throws for a list that no request could carry: an entry that is no tool, one without a schema, a name given twice. */
export function checkTools(tools: readonly Tool[]): void {
  if (!Array.isArray(tools)) {
    throw new CoreError("invalid_request", { field: "tools", expected: "an array", received: describeValue(tools) });
  }
  const positions = new Map<string, number>();
  for (const [position, tool] of tools.entries()) {
    checkTool(tool, position);
    const key = toolKey(tool);
    const first = positions.get(key);
    if (first !== undefined) {
      throw new CoreError("duplicate_tool_name", { name: describeValue(key), first, second: position });
    }
    positions.set(key, position);
  }
}

function checkTool(tool: Tool, position: number): void {
  if (typeof tool !== "object" || tool === null || Array.isArray(tool)) {
    throw new CoreError("invalid_tool", { position, expected: "an object", received: describeValue(tool) });
  }
  // Entries of the API's own types are its business: new ones must pass without a release of this package.
  if (isProvidedByApi(tool)) return;
  if (typeof tool.name !== "string" || tool.name === "") {
    throw new CoreError("invalid_tool", { position, expected: "a name", received: describeValue(tool.name) });
  }
  const schema = inputSchemaOf(tool);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new CoreError("invalid_tool", {
      position,
      expected: `${describeValue(tool.name)} to have a JSON Schema in input_schema`,
      received: describeValue(schema),
    });
  }
}
