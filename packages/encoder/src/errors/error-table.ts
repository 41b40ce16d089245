import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  invalid_encoder_weights: {
    message: "The encoder's weights cannot be read: expected {expected}, got {received}.",
    remedy: "Reinstall @toolcrib/encoder, or check that the file is complete.",
  },
  unsupported_encoder_weights: {
    message: "The encoder's weights have another version: expected version {expected}, got version {received}.",
    remedy: "Use the weights published with this version of @toolcrib/encoder.",
  },
  encoder_not_supported: {
    message: "The encoder cannot run here: {reason}.",
    remedy: "Use a runtime with WebAssembly SIMD and shared memory, such as Node 20, or leave the encoder out.",
  },
  invalid_encoder_option: {
    message: "The option {option} of the encoder is not usable: expected {expected}, got {received}.",
    remedy: "Correct the option, or leave it out to get the default.",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type EncoderErrorCode = keyof typeof errorTable;

/** The values in an error's message, as plain data. */
export type EncoderErrorDetails<Code extends EncoderErrorCode = EncoderErrorCode> = ErrorDetails<
  typeof errorTable,
  Code
>;
