import { CodedError } from "@toolcrib/shared/errors";
import { type CoreErrorCode, type CoreErrorDetails, errorTable } from "./error-table.ts";

/** An error of the engine: its code is one of `errorTable`. */
export class CoreError<Code extends CoreErrorCode = CoreErrorCode> extends CodedError<typeof errorTable, Code> {
  constructor(code: Code, details: CoreErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
