import { CodedError } from "@toolcrib/shared/errors";
import { errorTable, type McpErrorCode, type McpErrorDetails } from "./error-table.ts";

/** An error of the pool or the front; its code is a key of `errorTable`. */
export class McpError<Code extends McpErrorCode = McpErrorCode> extends CodedError<typeof errorTable, Code> {
  constructor(code: Code, details: McpErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
