import type { StartTimer } from "@toolcrib/shared/timers";

/** What a store uses of its surroundings. */
export interface StoreServices {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly startTimer: StartTimer;
  /** Told about work in the background that fails. */
  readonly reportProblem: (problem: string, error: unknown) => void;
}
