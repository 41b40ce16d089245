/** How often and how patiently a call is made again. */
export interface RetryPolicy {
  /** Tries after the first. */
  readonly attempts: number;
  readonly firstDelayMilliseconds: number;
  readonly maxDelayMilliseconds: number;
  /** An upstream that asks for a longer wait than this is not waited for: the client is told instead. */
  readonly maxRetryAfterSeconds: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 2,
  firstDelayMilliseconds: 500,
  maxDelayMilliseconds: 8_000,
  maxRetryAfterSeconds: 60,
};

/** How long to wait before the next try; undefined where there is none. `random` is from 0 to 1: clients must not come back all at once. */
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

/** Reads a `retry-after` header: seconds, or a date. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
