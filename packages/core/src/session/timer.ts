/** Calls back after a time; returns what cancels it. Handed in, so that tests are exact and any runtime can give its own. */
export type StartTimer = (milliseconds: number, onEnd: () => void) => () => void;

interface TimerGlobals {
  setTimeout(onEnd: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The timer that every JavaScript runtime has. */
export const startTimer: StartTimer = (milliseconds, onEnd) => {
  const globals = globalThis as unknown as TimerGlobals;
  const timer = globals.setTimeout(onEnd, milliseconds);
  return () => globals.clearTimeout(timer);
};
