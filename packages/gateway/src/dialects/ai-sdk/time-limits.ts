import type { StartTimer } from "@toolcrib/shared/timers";
import { UpstreamError } from "../../errors/upstream-error.ts";

export interface TimeLimits {
  readonly firstByteMilliseconds: number;
  readonly idleMilliseconds: number;
  readonly startTimer: StartTimer;
}

/** Monitors one call. */
export interface Watch {
  /** Aborts with the client's signal, or when the upstream is silent for too long. */
  readonly signal: AbortSignal;
  /** Notes that the upstream sent something. */
  alive(): void;
  stop(): void;
}

/** Aborts a call that stalls, so that the client does not wait forever. */
export function watchCall(clientSignal: AbortSignal, upstream: string, limits: TimeLimits): Watch {
  const stall = new AbortController();
  const giveUp = (milliseconds: number) => () => {
    const message = `The upstream ${upstream} said nothing for ${milliseconds / 1_000} seconds.`;
    stall.abort(new UpstreamError(504, { type: "timeout_error", message }));
  };
  let timer = limits.startTimer(limits.firstByteMilliseconds, giveUp(limits.firstByteMilliseconds));
  let isFirst = true;
  return {
    signal: AbortSignal.any([clientSignal, stall.signal]),
    alive() {
      if (!isFirst) return timer.restart();
      isFirst = false;
      timer.stop();
      timer = limits.startTimer(limits.idleMilliseconds, giveUp(limits.idleMilliseconds));
    },
    stop: () => timer.stop(),
  };
}
