import { CodedError } from "@toolcrib/shared/errors";
import { errorTable, type ToolcribErrorCode, type ToolcribErrorDetails } from "./error-table.ts";

/** An error of the search; its code is a key of `errorTable`. */
export class ToolcribError<Code extends ToolcribErrorCode = ToolcribErrorCode> extends CodedError<
  typeof errorTable,
  Code
> {
  constructor(code: Code, details: ToolcribErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
