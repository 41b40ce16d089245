import { CodedError } from "@toolcrib/shared/errors";
import { errorTable, type SearchErrorCode, type SearchErrorDetails } from "./error-table.ts";

/** An error of the search; its code is a key of `errorTable`. */
export class SearchError<Code extends SearchErrorCode = SearchErrorCode> extends CodedError<typeof errorTable, Code> {
  constructor(code: Code, details: SearchErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
