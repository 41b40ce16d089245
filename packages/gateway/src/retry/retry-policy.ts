/** How often to retry, and with which delays. */
export interface RetryPolicy {
  /** Retries after the first attempt. */
  readonly attempts: number;
  readonly firstDelayMilliseconds: number;
  readonly maxDelayMilliseconds: number;
  /** If an upstream asks for a longer wait than this, the client gets the error instead. */
  readonly maxRetryAfterSeconds: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 2,
  firstDelayMilliseconds: 500,
  maxDelayMilliseconds: 8_000,
  maxRetryAfterSeconds: 60,
};

/** The delay before the next retry; undefined if there is none. `random`, from 0 to 1, spreads the clients' retries. */
export function retryDelay(
  policy: RetryPolicy,
  triesBefore: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number | undefined {
  if (triesBefore >= policy.attempts) return undefined;
  if (retryAfterSeconds !== undefined) {
    return retryAfterSeconds > policy.maxRetryAfterSeconds ? undefined : retryAfterSeconds * 1_000;
  }
  const delay = Math.min(policy.maxDelayMilliseconds, policy.firstDelayMilliseconds * 2 ** triesBefore);
  return delay * (0.5 + random / 2);
}

/** The delay in seconds that an answer asks for: in `retry-after-ms`, or in `retry-after` as seconds or a date. */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds / 1_000;
  const header = headers["retry-after"];
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
