import { CodedError } from "@toolcrib/shared/errors";
import { errorTable, type LanguagesErrorCode, type LanguagesErrorDetails } from "./error-table.ts";

/** An error of this package; its code is a key of `errorTable`. */
export class LanguagesError<Code extends LanguagesErrorCode = LanguagesErrorCode> extends CodedError<
  typeof errorTable,
  Code
> {
  constructor(code: Code, details: LanguagesErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
