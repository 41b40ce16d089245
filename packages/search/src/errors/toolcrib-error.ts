import { CodedError } from "./coded-error.ts";
import { errorTable, type ToolcribErrorCode, type ToolcribErrorDetails } from "./error-table.ts";

/** An error of the search: its code is one of `errorTable`. */
export class ToolcribError<Code extends ToolcribErrorCode = ToolcribErrorCode> extends CodedError<
  typeof errorTable,
  Code
> {
  constructor(code: Code, details: ToolcribErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}

/** Tells a Toolcrib error from any other value, also when two copies of the package are loaded. */
export function isToolcribError(value: unknown): value is ToolcribError {
  return value instanceof Error && value.name === "ToolcribError" && "code" in value && "details" in value;
}
