import type { StartTimer, Timer } from "@toolcrib/shared/timers";

/** When a server counts as idle. */
export interface IdleOptions {
  /** 0 means never. */
  readonly idleMilliseconds: number;
  readonly startTimer: StartTimer;
  readonly now: () => number;
}

/** Detects that something has not been used for a while. Uses a single timer, so recording a use is cheap. */
export class IdleWatch {
  readonly #options: IdleOptions;
  readonly #isBusy: () => boolean;
  readonly #onIdle: () => void;
  #usedAt = 0;
  #timer: Timer | undefined;

  constructor(options: IdleOptions, isBusy: () => boolean, onIdle: () => void) {
    this.#options = options;
    this.#isBusy = isBusy;
    this.#onIdle = onIdle;
  }

  start(): void {
    this.noteUse();
    if (this.#options.idleMilliseconds > 0) this.#wait();
  }

  noteUse(): void {
    this.#usedAt = this.#options.now();
  }

  stop(): void {
    this.#timer?.stop();
    this.#timer = undefined;
  }

  #wait(): void {
    const { idleMilliseconds, startTimer, now } = this.#options;
    const left = Math.max(1, idleMilliseconds - (now() - this.#usedAt));
    this.#timer = startTimer(left, () => {
      if (this.#isBusy() || now() - this.#usedAt < idleMilliseconds) this.#wait();
      else this.#onIdle();
    });
  }
}
