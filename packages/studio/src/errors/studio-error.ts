import { CodedError } from "@toolcrib/shared/errors";
import { errorTable, type StudioErrorCode, type StudioErrorDetails } from "./error-table.ts";

/** An error of the studio; its code is a key of `errorTable`. */
export class StudioError<Code extends StudioErrorCode = StudioErrorCode> extends CodedError<typeof errorTable, Code> {
  constructor(code: Code, details: StudioErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
