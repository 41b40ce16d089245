import type { StartTimer } from "@toolcrib/shared/timers";
import { UpstreamError } from "../../errors/upstream-error.ts";

export interface TimeLimits {
  readonly firstByteMilliseconds: number;
  readonly idleMilliseconds: number;
  readonly startTimer: StartTimer;
}

/** Watches one call. */
export interface Watch {
  /** Ends when the client's signal does, or when the upstream says nothing for too long. */
  readonly signal: AbortSignal;
  /** The upstream said something. */
  alive(): void;
  stop(): void;
}

/** Ends a call that nothing comes of: a stalled upstream must not hold a client for ever. */
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
