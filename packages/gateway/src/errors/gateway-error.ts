import { CodedError } from "@toolcrib/shared/errors";
import type { ApiErrorBody } from "../contracts/inner-form.ts";
import { errorTable, type GatewayErrorDetails, type RequestErrorCode } from "./error-table.ts";

export interface GatewayErrorOptions {
  readonly cause?: unknown;
  /** Fields for `details` on the wire, beside the error's own code there. */
  readonly wireDetails?: Readonly<Record<string, unknown>>;
}

interface ErrorEntry {
  readonly status: number;
  readonly type: string;
  readonly errorCode?: string;
  readonly retryAfterSeconds?: number;
}

/** An answer to a client that is an error of the gateway's own: a status, and a body in the API's envelope and words. */
export class GatewayError<Code extends RequestErrorCode = RequestErrorCode> extends CodedError<
  typeof errorTable,
  Code
> {
  readonly status: number;
  readonly body: ApiErrorBody;
  /** When it is worth trying again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code, details: GatewayErrorDetails<Code>, options: GatewayErrorOptions = {}) {
    super(errorTable, code, details, options);
    const entry: ErrorEntry = errorTable[code];
    this.status = entry.status;
    this.retryAfterSeconds = entry.retryAfterSeconds;
    this.body = {
      type: "error",
      error: {
        type: entry.type,
        message: this.summary,
        ...(entry.errorCode === undefined ? {} : { details: { error_code: entry.errorCode, ...options.wireDetails } }),
      },
    };
  }
}
