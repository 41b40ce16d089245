import type { StartTimer } from "@toolcrib/shared/timers";

/** Timers that run when a test says so. */
export interface ManualTimers {
  readonly start: StartTimer;
  /** Runs the running timers of at most this time. */
  readonly run: (maxMilliseconds: number) => void;
  /** The times of all timers that were started. */
  readonly started: readonly number[];
  /** How many timers of this time are running. */
  readonly count: (milliseconds: number) => number;
}

interface Running {
  readonly milliseconds: number;
  readonly onTime: () => void;
}

/** Makes such timers; those of the times in `atOnce` run by themselves, without waiting. */
export function createManualTimers(atOnce: readonly number[] = []): ManualTimers {
  const running = new Set<Running>();
  const started: number[] = [];
  return {
    started,
    start: (milliseconds, onTime) => {
      const timer = { milliseconds, onTime };
      started.push(milliseconds);
      running.add(timer);
      const run = (): void => {
        if (running.delete(timer)) onTime();
      };
      if (atOnce.includes(milliseconds)) setImmediate(run);
      return {
        restart: () => void running.add(timer),
        stop: () => void running.delete(timer),
      };
    },
    run: (maxMilliseconds) => {
      // Those that start meanwhile wait for the next time.
      for (const timer of Array.from(running)) {
        if (timer.milliseconds <= maxMilliseconds && running.delete(timer)) timer.onTime();
      }
    },
    count: (milliseconds) => [...running].filter((timer) => timer.milliseconds === milliseconds).length,
  };
}
