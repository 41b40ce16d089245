import { CodedError } from "@toolcrib/shared/errors";
import { type CodeErrorCode, type CodeErrorDetails, errorTable } from "./error-table.ts";

/** An error of this package; its code is a key of `errorTable`. */
export class CodeError<Code extends CodeErrorCode = CodeErrorCode> extends CodedError<typeof errorTable, Code> {
  constructor(code: Code, details: CodeErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
