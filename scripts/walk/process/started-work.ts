import { createHook } from "node:async_hooks";

/** Requests to the system that are under way, as `process.getActiveResourcesInfo` names them. */
const running = /Req|Immediate|WriteWrap|ShutdownWrap/;

/** What `setTimeout` returns in Node. */
interface NodeTimer {
  close(): void;
  /** Whether it has ended, or was stopped. */
  readonly _destroyed: boolean;
  readonly _onTimeout?: () => void;
}

/** Knows the timers of this project that wait in this process, and whether the system is still at work. */
export class StartedWork {
  readonly #timers = new Map<number, NodeTimer>();

  constructor() {
    createHook({
      init: (id, type, _trigger, resource) => {
        if (type === "Timeout" && isOfProject()) this.#timers.set(id, resource as NodeTimer);
      },
      destroy: (id) => void this.#timers.delete(id),
    }).enable();
  }

  get isRunning(): boolean {
    return process.getActiveResourcesInfo().some((type) => running.test(type));
  }

  /** Ends what waits for its time, so that it does not run during a later request. */
  stopTimers(): void {
    for (const timer of this.#timers.values()) timer.close();
    this.#timers.clear();
  }

  /** Does now what waits for its time. Returns how many timers there were. */
  endTimers(): number {
    const timers = [...this.#timers.values()].filter((timer) => !timer._destroyed);
    const calls = timers.map((timer) => timer._onTimeout?.bind(timer));
    this.stopTimers();
    for (const call of calls) call?.();
    return timers.length;
  }
}

/** Whether the innermost frame outside of Node is one of this project's packages. */
function isOfProject(): boolean {
  const frames = (new Error().stack ?? "").split("\n").slice(1);
  const frame = frames.find((line) => !line.includes("node:") && !line.includes("/scripts/walk/"));
  return frame?.includes("/packages/") === true && !frame.includes("/node_modules/");
}
