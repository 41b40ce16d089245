import type { Retention } from "./retention.ts";
import type { StoreKey } from "./store-key.ts";

/** An amount to add to a counter. */
export interface CounterChange {
  readonly key: StoreKey;
  readonly amount: number;
  /** Counted from the change that creates the counter. */
  readonly retention: Retention;
}

/** A counter and its value. */
export interface CounterValue {
  readonly key: StoreKey;
  readonly value: number;
}

/** Numbers that any number of processes add to. */
export interface Counters {
  /** The values under these keys, in their order; 0 where there is none. */
  read(keys: readonly StoreKey[]): Promise<readonly number[]>;
  /** Adds all amounts or none. Returns what each counter then is, in the order of the changes. */
  add(changes: readonly CounterChange[]): Promise<readonly number[]>;
  /** The counters of a namespace, ordered by owner and id. */
  list(namespace: string, limit: number): Promise<readonly CounterValue[]>;
}
