import type { Counters } from "../contract/counters.ts";
import type { Journal } from "../contract/journal.ts";
import type { CreateValue, KeyPage, KeyQuery, ReadTogether, Retention, Store, StoreKey } from "../contract/store.ts";

/** Somebody who waits for a read. */
interface Waiting<Value> {
  readonly keys: readonly StoreKey[];
  readonly resolve: (values: readonly Value[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads that begin at the same moment. */
interface Reads {
  readonly values: Waiting<object | undefined>[];
  readonly counters: Waiting<number>[];
}

/** A store whose reads of values and counters that begin at the same moment are one, if the store can read both together. */
export class JoinedStore implements Store {
  readonly specificationVersion = "v1";
  readonly #store: Store;
  #reads: Reads | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  get(keys: readonly StoreKey[]): Promise<readonly (object | undefined)[]> {
    const { readTogether } = this.#store;
    if (readTogether === undefined || keys.length === 0) return this.#store.get(keys);
    return new Promise((resolve, reject) => {
      this.#begin(readTogether).values.push({ keys, resolve, reject });
    });
  }

  set(key: StoreKey, value: object, retention: Retention): Promise<void> {
    return this.#store.set(key, value, retention);
  }

  update(
    key: StoreKey,
    change: (value: object | undefined) => object | undefined,
    retention: Retention,
  ): Promise<object | undefined> {
    return this.#store.update(key, change, retention);
  }

  get create(): CreateValue | undefined {
    return this.#store.create?.bind(this.#store);
  }

  delete(key: StoreKey): Promise<boolean> {
    return this.#store.delete(key);
  }

  get list(): ((namespace: string, query: KeyQuery) => Promise<KeyPage>) | undefined {
    return this.#store.list?.bind(this.#store);
  }

  get journal(): Journal | undefined {
    return this.#store.journal;
  }

  get counters(): Counters | undefined {
    const { counters, readTogether } = this.#store;
    if (counters === undefined || readTogether === undefined) return counters;
    return {
      read: (keys) =>
        new Promise((resolve, reject) => {
          this.#begin(readTogether).counters.push({ keys, resolve, reject });
        }),
      add: (changes) => counters.add(changes),
      list: (namespace, limit) => counters.list(namespace, limit),
    };
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** The reads of this moment. They are sent as soon as everything that runs now has run. */
  #begin(readTogether: ReadTogether): Reads {
    if (this.#reads !== undefined) return this.#reads;
    const reads: Reads = { values: [], counters: [] };
    this.#reads = reads;
    queueMicrotask(() => {
      this.#reads = undefined;
      void this.#send(reads, readTogether);
    });
    return reads;
  }

  async #send({ values, counters }: Reads, readTogether: ReadTogether): Promise<void> {
    const [keys, counterKeys] = [values.flatMap(keysOf), counters.flatMap(keysOf)];
    try {
      const read = await this.#read(keys, counterKeys, readTogether);
      handOut(values, read.values);
      handOut(counters, read.counts);
    } catch (error) {
      for (const { reject } of [...values, ...counters]) reject(error);
    }
  }

  async #read(
    keys: readonly StoreKey[],
    counterKeys: readonly StoreKey[],
    readTogether: ReadTogether,
  ): ReturnType<ReadTogether> {
    if (counterKeys.length === 0) return { values: await this.#store.get(keys), counts: [] };
    if (keys.length > 0) return readTogether(keys, counterKeys);
    return { values: [], counts: (await this.#store.counters?.read(counterKeys)) ?? [] };
  }
}

function keysOf({ keys }: Waiting<never>): readonly StoreKey[] {
  return keys;
}

function handOut<Value>(waiting: readonly Waiting<Value>[], read: readonly Value[]): void {
  let next = 0;
  for (const { keys, resolve } of waiting) {
    resolve(read.slice(next, next + keys.length));
    next += keys.length;
  }
}
