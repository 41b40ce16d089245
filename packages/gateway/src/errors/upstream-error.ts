import type { ApiErrorBody } from "../contracts/inner-form.ts";

export interface UpstreamErrorOptions {
  readonly cause?: unknown;
  /** The delay that the upstream asked for. */
  readonly retryAfterSeconds?: number | undefined;
  /** Whether a retry may help. Default: depends on the status. */
  readonly isRetryable?: boolean | undefined;
}

/**
 * An upstream's error response, or its failure to respond, as an API error: sent to the client unless a retry helps.
 */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly status: number;
  readonly body: ApiErrorBody;
  readonly retryAfterSeconds: number | undefined;
  readonly isRetryable: boolean;

  constructor(status: number, error: ApiErrorBody["error"], options: UpstreamErrorOptions = {}) {
    const message = shortened(error.message);
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.body = { type: "error", error: message === error.message ? error : { ...error, message } };
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isRetryable = options.isRetryable ?? isRetryableStatus(status);
  }
}

/** Nobody reads more, and the regular expressions that classify an error take longer on longer texts. */
const maxMessageLength = 10_000;

function shortened(message: string): string {
  return message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength)}…`;
}

/** Whether a response with this status may be transient. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}
