import { errorMessage } from "@toolcrib/shared/errors";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { Counters } from "../contract/counters.ts";
import type { Journal } from "../contract/journal.ts";
import type { CreateValue, KeyPage, KeyQuery, Retention, Store, StoreKey } from "../contract/store.ts";
import { StoreError } from "../errors/store-error.ts";

/** How a store is doing. */
export interface StoreHealth {
  /** Whether the last read and the last write succeeded; true before the first. */
  readonly isAvailable: boolean;
  /** Calls that failed since the start, those that were not attempted included. */
  readonly failures: number;
  /** Why the last write or read failed; undefined if both succeeded. */
  readonly reason: string | undefined;
}

export interface GuardOptions {
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly startTimer: StartTimer;
  /** Told when reading or writing begins to fail, and when both work again. */
  readonly reportProblem?: ((problem: string, error: unknown) => void) | undefined;
}

/** No request waits longer than this for a store. */
const timeoutMilliseconds = 3_000;
/** While a database is down, calls fail at once for this time, so that requests do not wait for it. */
const pauseMilliseconds = 500;

/** Each call that has not ended may hold a value in memory. */
const maxCalls = 1_000;

/** The outcome of a change that threw: the store answered, and nothing was written. */
const notWritten: unique symbol = Symbol("not written");

/** A full disk lets reads through, so each has its own state. */
type CallKind = "read" | "write";

/** Watches over a store that may fail: bounds the time and number of calls, and leaves it alone for a while if it is down. */
export class GuardedStore implements Store {
  readonly specificationVersion = "v1";
  readonly #store: Store;
  readonly #options: GuardOptions;
  #calls = 0;
  #failures = 0;
  /** Of the last call, if it failed. */
  #failure: { readonly error: unknown; readonly at: number } | undefined;
  /** Why the last call of a kind failed. */
  readonly #failing = new Map<CallKind, string>();

  constructor(store: Store, options: GuardOptions) {
    this.#store = store;
    this.#options = options;
  }

  get health(): StoreHealth {
    const reason = this.#failing.get("write") ?? this.#failing.get("read");
    return { isAvailable: reason === undefined, failures: this.#failures, reason };
  }

  get(keys: readonly StoreKey[]): Promise<readonly (object | undefined)[]> {
    return this.#call("read", () => this.#store.get(keys));
  }

  set(key: StoreKey, value: object, retention: Retention): Promise<void> {
    return this.#call("write", () => this.#store.set(key, value, retention));
  }

  update(
    key: StoreKey,
    change: (value: object | undefined) => object | undefined,
    retention: Retention,
  ): Promise<object | undefined> {
    // What `change` throws is its caller's affair, and says nothing about the store.
    let thrown: { readonly error: unknown } | undefined;
    const updated = this.#call("write", () =>
      this.#store
        .update(
          key,
          (value) => {
            try {
              return change(value);
            } catch (error) {
              thrown = { error };
              throw error;
            }
          },
          retention,
        )
        .catch((error: unknown): typeof notWritten => {
          if (thrown === undefined) throw error;
          return notWritten;
        }),
    );
    return updated.then((value) => {
      if (thrown !== undefined) throw thrown.error;
      return value === notWritten ? undefined : value;
    });
  }

  get create(): CreateValue | undefined {
    const create = this.#store.create?.bind(this.#store);
    return create === undefined ? undefined : (...given) => this.#call("write", () => create(...given));
  }

  delete(key: StoreKey): Promise<boolean> {
    return this.#call("write", () => this.#store.delete(key));
  }

  get list(): ((namespace: string, query: KeyQuery) => Promise<KeyPage>) | undefined {
    const list = this.#store.list?.bind(this.#store);
    return list === undefined ? undefined : (namespace, query) => this.#call("read", () => list(namespace, query));
  }

  get journal(): Journal | undefined {
    const { journal } = this.#store;
    if (journal === undefined) return undefined;
    return {
      append: (name, make) => this.#call("write", () => journal.append(name, make)),
      read: (name, query) => this.#call("read", () => journal.read(name, query)),
      deleteBefore: (name, sequence) => this.#call("write", () => journal.deleteBefore(name, sequence)),
    };
  }

  get counters(): Counters | undefined {
    const { counters } = this.#store;
    if (counters === undefined) return undefined;
    return {
      read: (keys) => this.#call("read", () => counters.read(keys)),
      add: (changes) => this.#call("write", () => counters.add(changes)),
      list: (namespace, limit) => this.#call("read", () => counters.list(namespace, limit)),
    };
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #call<Value>(kind: CallKind, call: () => Promise<Value>): Promise<Value> {
    const { clock } = this.#options;
    const failure = this.#failure;
    if (failure !== undefined && isUnreachable(failure.error) && clock() - failure.at < pauseMilliseconds) {
      this.#failures++;
      throw failure.error;
    }
    this.#calls++;
    try {
      if (this.#calls > maxCalls)
        throw new StoreError("store_unreachable", { reason: `${maxCalls} calls are waiting` });
      const value = await this.#inTime(call());
      this.#failure = undefined;
      if (value !== notWritten && this.#failing.delete(kind) && this.#failing.size === 0) {
        this.#options.reportProblem?.("The store can be used again", undefined);
      }
      return value;
    } catch (error) {
      this.#failures++;
      this.#failure = { error, at: clock() };
      if (!this.#failing.has(kind)) {
        this.#options.reportProblem?.(`The store cannot be ${kind === "read" ? "read" : "written"}`, error);
      }
      this.#failing.set(kind, errorMessage(error));
      throw error;
    } finally {
      this.#calls--;
    }
  }

  async #inTime<Value>(work: Promise<Value>): Promise<Value> {
    let timer: ReturnType<StartTimer> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = this.#options.startTimer(timeoutMilliseconds, () =>
        reject(new StoreError("store_unreachable", { reason: `no answer within ${timeoutMilliseconds} ms` })),
      );
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      timer?.stop();
    }
  }
}

/** Another error may be that of one statement, and says nothing about the next. */
function isUnreachable(error: unknown): boolean {
  return error instanceof StoreError && error.code === "store_unreachable";
}
