import { CodedError } from "@toolcrib/shared/errors";
import type { ApiErrorBody } from "../contracts/inner-form.ts";
import { errorTable, type GatewayErrorDetails, type RequestErrorCode } from "./error-table.ts";

export interface GatewayErrorOptions {
  readonly cause?: unknown;
  /** Fields for `details` on the wire, next to the error's own code. */
  readonly wireDetails?: Readonly<Record<string, unknown>>;
  /** Instead of the one in the error table. */
  readonly retryAfterSeconds?: number;
}

interface ErrorEntry {
  readonly status: number;
  readonly type: string;
  readonly errorCode?: string;
  readonly retryAfterSeconds?: number;
}

/** An error response of the gateway itself: a status, and a body in the API's envelope with the API's message. */
export class GatewayError<Code extends RequestErrorCode = RequestErrorCode> extends CodedError<
  typeof errorTable,
  Code
> {
  readonly status: number;
  readonly body: ApiErrorBody;
  /** When a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code, details: GatewayErrorDetails<Code>, options: GatewayErrorOptions = {}) {
    super(errorTable, code, details, options);
    const entry: ErrorEntry = errorTable[code];
    this.status = entry.status;
    this.retryAfterSeconds = options.retryAfterSeconds ?? entry.retryAfterSeconds;
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
