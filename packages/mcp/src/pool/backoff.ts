/** How a crashed server is restarted. */
export interface RestartOptions {
  /** How often, before it counts as failed. Default: 5. */
  readonly attempts: number;
  /** The first pause; each further one is twice as long. Default: 500 ms. */
  readonly firstMilliseconds: number;
  /** The longest pause. Default: 30 s. */
  readonly maxMilliseconds: number;
  /** A server that ran this long begins from zero when it ends. Default: 60 s. */
  readonly stableMilliseconds: number;
}

export const defaultRestart: RestartOptions = {
  attempts: 5,
  firstMilliseconds: 500,
  maxMilliseconds: 30_000,
  stableMilliseconds: 60_000,
};

/** The pause before an attempt (0 is the first). Half of it is chance, so that servers that fell together do not rise together. */
export function backoffDelay(attempt: number, options: RestartOptions, random: () => number): number {
  const full = Math.min(options.maxMilliseconds, options.firstMilliseconds * 2 ** attempt);
  return Math.round(full * (0.5 + random() / 2));
}
