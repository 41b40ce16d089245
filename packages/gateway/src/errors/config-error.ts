import { CodedError } from "@toolcrib/shared/errors";
import { type ConfigErrorCode, errorTable, type GatewayErrorDetails } from "./error-table.ts";

/** An error in the operator's input: config, environment, flags. It never reaches a client. */
export class ConfigError<Code extends ConfigErrorCode = ConfigErrorCode> extends CodedError<typeof errorTable, Code> {
  constructor(code: Code, details: GatewayErrorDetails<Code>, options?: { readonly cause?: unknown }) {
    super(errorTable, code, details, options);
  }
}
