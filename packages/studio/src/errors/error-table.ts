import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  page_not_built: {
    message: "The studio's page is not built: {folder} has no index.html.",
    remedy: "Run `npm run build` in the repository; the published package includes the page.",
  },
} as const;

/** The codes of this package's errors. */
export type StudioErrorCode = keyof typeof errorTable;

/** The details for an error's message. */
export type StudioErrorDetails<Code extends StudioErrorCode> = ErrorDetails<typeof errorTable, Code>;
