import { describeValue } from "@toolcrib/shared/errors";
import { SearchError } from "../errors/search-error.ts";
import type { SearchableTool } from "./searchable-tool.ts";

/** Longer names are an error in any protocol. */
const maxNameLength = 512;

/** Validates a tool. Only the name is required; other unusable fields count as missing. */
export function readTool(value: unknown, position: number): SearchableTool {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(position, "an object with a name", value);
  }
  const { name } = value as { readonly name?: unknown };
  if (typeof name !== "string" || name.trim() === "") {
    throw invalid(position, "a name that is a string with something in it", name);
  }
  if (name.length > maxNameLength) {
    throw invalid(position, `a name of at most ${maxNameLength} characters`, name);
  }
  return value as SearchableTool;
}

function invalid(position: number, expected: string, received: unknown): SearchError {
  return new SearchError("invalid_tool", { position, expected, received: describeValue(received) });
}
