export type { ToolcribErrorCode, ToolcribErrorDetails } from "./errors/error-table.ts";
export { errorTable } from "./errors/error-table.ts";
export { isToolcribError, ToolcribError } from "./errors/toolcrib-error.ts";
