import type { CodedError, ErrorTable } from "./coded-error.ts";

/** Tells an error of any Toolcrib package from any other value, also when two copies of a package are loaded. */
export function isToolcribError(value: unknown): value is CodedError<ErrorTable, string> {
  return value instanceof Error && value.name === "ToolcribError" && "code" in value && "details" in value;
}
