export { isToolcribError } from "@toolcrib/shared/errors";
export { EncoderError } from "./errors/encoder-error.ts";
export type { EncoderErrorCode, EncoderErrorDetails } from "./errors/error-table.ts";
export { errorTable } from "./errors/error-table.ts";
export { type EncoderOptions, loadEncoder } from "./load-encoder.ts";
