import type { ApiErrorBody } from "../contracts/inner-form.ts";

export interface UpstreamErrorOptions {
  readonly cause?: unknown;
  /** What the upstream asked for before the next try. */
  readonly retryAfterSeconds?: number | undefined;
  /** Whether another try may help. Default: by the status. */
  readonly isRetryable?: boolean | undefined;
}

/** What an upstream answered, or failed to answer, as an error of the API: it reaches the client so, unless another try helps. */
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

/** Nobody reads more, and expressions that look for what an error means take longer the longer it is. */
const maxMessageLength = 10_000;

function shortened(message: string): string {
  return message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength)}…`;
}

/** Whether an answer with this status may be another one a moment later. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}
