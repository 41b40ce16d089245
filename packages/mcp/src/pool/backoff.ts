/** How a crashed server is restarted. */
export interface RestartOptions {
  /** The number of restarts before it counts as failed. Default: 5. */
  readonly attempts: number;
  /** The first delay; each further one is twice as long. Default: 500 ms. */
  readonly firstMilliseconds: number;
  /** The maximum delay. Default: 30 s. */
  readonly maxMilliseconds: number;
  /** A server that ran this long starts again from zero. Default: 60 s. */
  readonly stableMilliseconds: number;
}

export const defaultRestart: RestartOptions = {
  attempts: 5,
  firstMilliseconds: 500,
  maxMilliseconds: 30_000,
  stableMilliseconds: 60_000,
};

/**
 * The delay before an attempt (0 is the first). Half of it is random, so that servers that crash together do not
 * restart together.
 */
export function backoffDelay(attempt: number, options: RestartOptions, random: () => number): number {
  const full = Math.min(options.maxMilliseconds, options.firstMilliseconds * 2 ** attempt);
  return Math.round(full * (0.5 + random() / 2));
}
