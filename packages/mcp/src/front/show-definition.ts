import type { PooledTool } from "../lists/pooled-tool.ts";

/** A tool's definition as one line of JSON, under the name that calls it: data, which cannot be mistaken for a text of ours. */
export function showDefinition({ name, definition }: PooledTool): string {
  const { title, description, inputSchema, annotations } = definition;
  return JSON.stringify({ name, title, description, inputSchema, annotations });
}

/** The same without the schema, for answers that would become too long. */
export function showSummary({ name, definition }: PooledTool): string {
  return JSON.stringify({ name, description: definition.description?.slice(0, 300) });
}
