/** A running timer. */
export interface Timer {
  /** Starts again from zero. */
  restart(): void;
  stop(): void;
}

/** Starts a timer. An argument wherever time matters, so that tests need not wait. */
export type StartTimer = (milliseconds: number, onTime: () => void) => Timer;

/** The timers of Node. They do not keep the process alive. */
export const startNodeTimer: StartTimer = (milliseconds, onTime) => {
  const timeout = setTimeout(onTime, milliseconds);
  timeout.unref();
  return {
    restart: () => {
      timeout.refresh();
    },
    stop: () => clearTimeout(timeout),
  };
};
