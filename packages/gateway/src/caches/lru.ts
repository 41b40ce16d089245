import { LRUCache } from "lru-cache";

/** Limits of an `Lru`; at least one is set. */
export interface LruLimits<Value> {
  readonly maxEntries?: number | undefined;
  /** In the unit of `sizeOf`. */
  readonly maxSize?: number | undefined;
  readonly sizeOf?: ((value: Value) => number) | undefined;
}

/**
 * Keeps the most recently used entries, up to a count and a total size. A value counts with the size that it had when it was stored.
 * One that is larger than everything together is not stored. It takes no room before something is stored: the library reserves all of
 * it for a count, so counts are given to it as sizes.
 */
export class Lru<Key extends string, Value extends object | string> {
  readonly #cache: LRUCache<Key, Value>;
  readonly #maxEntries: number;
  readonly #onDrop: ((value: Value) => void) | undefined;

  constructor(limits: number | LruLimits<Value>, onDrop?: (value: Value) => void) {
    const {
      maxEntries = Number.POSITIVE_INFINITY,
      maxSize,
      sizeOf,
    } = typeof limits === "number" ? { maxEntries: limits } : limits;
    this.#maxEntries = maxEntries;
    this.#onDrop = onDrop;
    this.#cache = new LRUCache<Key, Value>({
      maxSize: maxSize ?? maxEntries,
      sizeCalculation: (value) => (sizeOf === undefined ? 1 : Math.max(1, Math.ceil(sizeOf(value)))),
      dispose: (value, _key, reason) => {
        if (reason === "evict") onDrop?.(value);
      },
    });
  }

  get size(): number {
    return this.#cache.size;
  }

  get(key: Key): Value | undefined {
    return this.#cache.get(key);
  }

  set(key: Key, value: Value): void {
    // Without this, a value that has grown since it was stored would keep its old size.
    this.#cache.delete(key);
    this.#cache.set(key, value);
    if (!this.#cache.has(key)) this.#onDrop?.(value);
    while (this.#cache.size > this.#maxEntries) this.#cache.pop();
  }

  delete(key: Key): void {
    this.#cache.delete(key);
  }

  /** Least recently used first. */
  values(): Value[] {
    return [...this.#cache.rvalues()] as Value[];
  }

  /** Removes and returns everything. */
  clear(): Value[] {
    const values = this.values();
    this.#cache.clear();
    return values;
  }
}
