/** What the exit status of every command means. */
export const exitCodes = {
  /** It worked; a search has hits. */
  success: 0,
  /** The search worked and found nothing. */
  nothingFound: 1,
  /** The check worked and found problems. */
  problemsFound: 1,
  /** The options, a file or the query are wrong: nothing was done. */
  mistake: 2,
  /** Internal error. */
  fault: 70,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
