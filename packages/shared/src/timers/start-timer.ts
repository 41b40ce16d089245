/** A timer that was started. */
export interface Timer {
  /** Starts again from zero, also when it has ended. */
  restart(): void;
  stop(): void;
}

/** Calls back once after a time. An option wherever time matters, so that tests need not wait. */
export type StartTimer = (milliseconds: number, onEnd: () => void) => Timer;

/** What `setTimeout` returns: an object with these methods in Node, a number in browsers. */
interface TimeoutHandle {
  readonly unref?: () => void;
  readonly refresh?: () => void;
}

interface TimerGlobals {
  setTimeout(onEnd: () => void, milliseconds: number): TimeoutHandle;
  clearTimeout(handle: TimeoutHandle): void;
}

const runtime = globalThis as unknown as TimerGlobals;

/** Runtimes take a longer delay for none at all, and call back at once. */
const maxMilliseconds = 2 ** 31 - 1;

/** Starts a timer of the runtime. */
export const startTimer: StartTimer = (milliseconds, onEnd) => timerOf(() => begin(milliseconds, onEnd));

/** Starts a timer that does not keep a Node process alive. */
export const startBackgroundTimer: StartTimer = (milliseconds, onEnd) =>
  timerOf(() => {
    const handle = begin(milliseconds, onEnd);
    handle.unref?.();
    return handle;
  });

function begin(milliseconds: number, onEnd: () => void): TimeoutHandle {
  return runtime.setTimeout(onEnd, Math.min(milliseconds, maxMilliseconds));
}

function timerOf(start: () => TimeoutHandle): Timer {
  let handle = start();
  return {
    restart: () => {
      if (handle.refresh !== undefined) {
        handle.refresh();
        return;
      }
      runtime.clearTimeout(handle);
      handle = start();
    },
    stop: () => runtime.clearTimeout(handle),
  };
}
