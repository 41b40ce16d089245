import type { StartTimer } from "@toolcrib/shared/timers";
import type { Store, StoreKey } from "../contracts/store.ts";

/** Longer than a store takes that works, and short enough for a client that waits. */
const maxMilliseconds = 5_000;
/** Each call may hold a value in memory. */
const maxCalls = 1_000;

/** A store that fails in time: a call that takes too long, or that throws at once, is rejected, and so is one too many. */
export class LimitedStore implements Store {
  readonly specificationVersion = "v1";
  readonly #store: Store;
  readonly #startTimer: StartTimer;
  #calls = 0;

  constructor(store: Store, startTimer: StartTimer) {
    this.#store = store;
    this.#startTimer = startTimer;
  }

  get(keys: readonly StoreKey[]): Promise<readonly (object | undefined)[]> {
    return this.#limit(() => this.#store.get(keys));
  }

  set(key: StoreKey, value: object, options: { readonly milliseconds: number }): Promise<void> {
    return this.#limit(() => this.#store.set(key, value, options));
  }

  delete(key: StoreKey): Promise<boolean> {
    return this.#limit(() => this.#store.delete(key));
  }

  async #limit<Value>(call: () => Promise<Value>): Promise<Value> {
    if (this.#calls >= maxCalls) throw new Error(`The store has not answered ${maxCalls} calls so far.`);
    this.#calls += 1;
    try {
      return await this.#inTime(call());
    } finally {
      this.#calls -= 1;
    }
  }

  #inTime<Value>(answer: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const timer = this.#startTimer(maxMilliseconds, () =>
        reject(new Error(`The store did not answer within ${maxMilliseconds / 1_000} seconds.`)),
      );
      Promise.resolve(answer)
        .finally(() => timer.stop())
        .then(resolve, reject);
    });
  }
}
