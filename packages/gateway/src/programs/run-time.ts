import { startTimer } from "@toolcrib/shared/timers";

/** The time that a program may run before it ends or waits for the client, the calls that the gateway makes for it included. */
export interface RunTime {
  /** Aborted when the time is up, or when the request ends. */
  readonly signal: AbortSignal;
  readonly isUp: boolean;
  stop(): void;
}

export function startRunTime(request: AbortSignal, milliseconds: number): RunTime {
  const controller = new AbortController();
  const end = () => controller.abort(request.reason);
  let isUp = false;
  const timer = startTimer(milliseconds, () => {
    isUp = true;
    controller.abort();
  });
  request.addEventListener("abort", end, { once: true });
  if (request.aborted) end();
  return {
    signal: controller.signal,
    get isUp() {
      return isUp;
    },
    stop() {
      timer.stop();
      request.removeEventListener("abort", end);
    },
  };
}
