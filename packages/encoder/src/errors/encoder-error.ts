import { CodedError } from "@toolcrib/shared/errors";
import { type EncoderErrorCode, type EncoderErrorDetails, errorTable } from "./error-table.ts";

/** An error of the encoder; its code is a key of `errorTable`. */
export class EncoderError<Code extends EncoderErrorCode = EncoderErrorCode> extends CodedError<
  typeof errorTable,
  Code
> {
  constructor(code: Code, details: EncoderErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
