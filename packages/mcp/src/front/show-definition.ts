import { writeExactly } from "@toolcrib/shared/json";
import type { PooledTool } from "../lists/pooled-tool.ts";

/**
 * A tool's definition as one line of JSON, under its callable name: data, which cannot be mistaken for our own text.
 */
export function showDefinition({ name, definition }: PooledTool): string {
  const { title, description, inputSchema, annotations } = definition;
  return writeExactly({ name, title, description, inputSchema, annotations });
}

/** The same without the schema, for results that would be too long. */
export function showSummary({ name, definition }: PooledTool): string {
  return JSON.stringify({ name, description: definition.description?.slice(0, 300) });
}
