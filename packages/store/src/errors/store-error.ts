import { CodedError } from "@toolcrib/shared/errors";
import { errorTable, type StoreErrorCode, type StoreErrorDetails } from "./error-table.ts";

/** An error of this package; its code is a key of `errorTable`. */
export class StoreError<Code extends StoreErrorCode = StoreErrorCode> extends CodedError<typeof errorTable, Code> {
  constructor(code: Code, details: StoreErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
