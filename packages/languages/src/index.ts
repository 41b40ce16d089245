export { isToolcribError } from "@toolcrib/shared/errors";
export { createLanguages, type LanguagesOptions } from "./create-languages.ts";
export type { LanguagesErrorCode, LanguagesErrorDetails } from "./errors/error-table.ts";
export { errorTable } from "./errors/error-table.ts";
export { LanguagesError } from "./errors/languages-error.ts";
