import type { Counters } from "./counters.ts";
import type { Journal } from "./journal.ts";
import type { Retention } from "./retention.ts";
import type { StoreKey } from "./store-key.ts";

export type { Retention, StoreKey };

/** What `get` and the `read` of counters would give, in one round trip. */
export type ReadTogether = (
  keys: readonly StoreKey[],
  counters: readonly StoreKey[],
) => Promise<{ readonly values: readonly (object | undefined)[]; readonly counts: readonly number[] }>;

/** Keeps a value if there is none, and returns whether it did. */
export type CreateValue = (key: StoreKey, value: object, retention: Retention) => Promise<boolean>;

/** Which keys of a namespace to list. */
export interface KeyQuery {
  /** Only those of this owner. */
  readonly owner?: string | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A page of keys. */
export interface KeyPage {
  readonly keys: readonly StoreKey[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Keeps what outlives a request, such as the responses that later requests continue: in one process, or for several that share it.
 * Values are plain JSON that neither side modifies; they come back with their fields in the same order. The gateway works
 * without a value that is lost, as far as the client's request allows. An answer waits for the writes that the next request needs,
 * because that may reach another process, but not for long.
 */
export interface Store {
  readonly specificationVersion: "v1";
  /** The values under these keys, in their order; undefined where there is none, or none any more. */
  get(keys: readonly StoreKey[]): Promise<readonly (object | undefined)[]>;
  /** Keeps a value for this time at most, in place of the one before. A store with limits may drop values earlier. */
  set(key: StoreKey, value: object, retention: Retention): Promise<void>;
  /**
   * Replaces a value by what `change` makes of it, and returns that; undefined leaves no value. No other write to this key comes in
   * between, from whatever process. If `change` throws, the value stays.
   */
  update(
    key: StoreKey,
    change: (value: object | undefined) => object | undefined,
    retention: Retention,
  ): Promise<object | undefined>;
  /** Whether there was something to delete. */
  delete(key: StoreKey): Promise<boolean>;
  /** For stores where an `update` is several round trips, and this is one. */
  readonly create?: CreateValue | undefined;
  /** Reads values and counters together, for stores where each read is a round trip. */
  readonly readTogether?: ReadTogether | undefined;
  /**
   * The keys of a namespace, in any order: for administration, not for requests. A key with a part of more than 400 characters may be
   * left out. Without it, keys that encrypt secrets cannot be replaced.
   */
  readonly list?: ((namespace: string, query: KeyQuery) => Promise<KeyPage>) | undefined;
  /** For the audit log. A store without one cannot keep it. */
  readonly journal?: Journal | undefined;
  /** For quotas. Without them, each process counts for itself. */
  readonly counters?: Counters | undefined;
  /** Ends connections and timers. Nothing is called after it. */
  close(): Promise<void>;
}
