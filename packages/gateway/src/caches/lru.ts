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
 * One that is larger than everything together is not stored.
 */
export class Lru<Key extends string, Value extends object | string> {
  readonly #cache: LRUCache<Key, Value>;
  readonly #onDrop: ((value: Value) => void) | undefined;

  constructor(limits: number | LruLimits<Value>, onDrop?: (value: Value) => void) {
    const { maxEntries: max, maxSize, sizeOf = () => 1 } = typeof limits === "number" ? { maxEntries: limits } : limits;
    this.#onDrop = onDrop;
    this.#cache = new LRUCache<Key, Value>({
      max,
      ...(maxSize === undefined ? {} : { maxSize, sizeCalculation: (value) => Math.max(1, Math.ceil(sizeOf(value))) }),
      dispose: (value, _key, reason) => {
        if (reason === "evict") onDrop?.(value);
      },
    } as LRUCache.Options<Key, Value, unknown>);
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
