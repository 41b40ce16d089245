import type { ErrorDetails } from "@toolcrib/shared/errors";
import { accessErrors } from "./tables/access-errors.ts";
import { configErrors } from "./tables/config-errors.ts";
import { endpointErrors } from "./tables/endpoint-errors.ts";
import { mcpErrors } from "./tables/mcp-errors.ts";
import { requestErrors } from "./tables/request-errors.ts";
import { serviceErrors } from "./tables/service-errors.ts";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it. Those
 * with a `status` are sent to a client in the API's envelope: its `type`, and its own message if known (then only the
 * message is sent). `docs/errors.md` holds the same table in the same order; a test compares the two.
 */
export const errorTable: RequestErrorTable & typeof configErrors = {
  ...requestErrors,
  ...mcpErrors,
  ...accessErrors,
  ...endpointErrors,
  ...serviceErrors,
  ...configErrors,
};

type RequestErrorTable = typeof requestErrors &
  typeof mcpErrors &
  typeof accessErrors &
  typeof endpointErrors &
  typeof serviceErrors;

/** The codes of the errors that are sent to a client. */
export type RequestErrorCode = keyof RequestErrorTable;

/** The codes of errors in the operator's input. */
export type ConfigErrorCode = keyof typeof configErrors;

/** The codes of the errors that this package can throw. */
export type GatewayErrorCode = RequestErrorCode | ConfigErrorCode;

/** The values in an error's message, as plain data. */
export type GatewayErrorDetails<Code extends GatewayErrorCode> = ErrorDetails<typeof errorTable, Code>;
