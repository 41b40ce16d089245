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

/** Starts a timer of the runtime. */
export const startTimer: StartTimer = (milliseconds, onEnd) => timerOf(() => runtime.setTimeout(onEnd, milliseconds));

/** Starts a timer that does not keep a Node process alive. */
export const startBackgroundTimer: StartTimer = (milliseconds, onEnd) =>
  timerOf(() => {
    const handle = runtime.setTimeout(onEnd, milliseconds);
    handle.unref?.();
    return handle;
  });

function timerOf(begin: () => TimeoutHandle): Timer {
  let handle = begin();
  return {
    restart: () => {
      if (handle.refresh !== undefined) {
        handle.refresh();
        return;
      }
      runtime.clearTimeout(handle);
      handle = begin();
    },
    stop: () => runtime.clearTimeout(handle),
  };
}
