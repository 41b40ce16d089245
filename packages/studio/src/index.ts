export { errorTable, type StudioErrorCode, type StudioErrorDetails } from "./errors/error-table.ts";
export { StudioError } from "./errors/studio-error.ts";
export { type FindStudioPage, type StudioPage, type StudioPagesOptions, studioPages } from "./pages/studio-pages.ts";
