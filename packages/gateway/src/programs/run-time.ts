import type { StartTimer } from "@toolcrib/shared/timers";

/** The time that a program may run before it ends or waits for the client, the calls that the gateway makes for it included. */
export interface RunTime {
  /** Aborted when the time is up, or when the request ends. */
  readonly signal: AbortSignal;
  readonly isUp: boolean;
  stop(): void;
}

/** As long as a cell runs in Anthropic's API. */
const maxRunMilliseconds = 90_000;

export function startRunTime(request: AbortSignal, startTimer: StartTimer): RunTime {
  const controller = new AbortController();
  const end = () => controller.abort(request.reason);
  let isUp = false;
  const timer = startTimer(maxRunMilliseconds, () => {
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
