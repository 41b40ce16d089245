import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  invalid_language_entries: {
    message: "The entries for other languages cannot be read: expected {expected}, got {received}.",
    remedy: "Reinstall @toolcrib/languages, or check that the file is complete.",
  },
  unsupported_language_entries: {
    message: "The entries for other languages have another version: expected version {expected}, got {received}.",
    remedy: "Use the entries published with this version of @toolcrib/languages.",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type LanguagesErrorCode = keyof typeof errorTable;

/** The values in an error's message, as plain data. */
export type LanguagesErrorDetails<Code extends LanguagesErrorCode = LanguagesErrorCode> = ErrorDetails<
  typeof errorTable,
  Code
>;
