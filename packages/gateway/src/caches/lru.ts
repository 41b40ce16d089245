/** Limits of an `Lru`. */
export interface LruLimits<Value> {
  readonly maxEntries?: number | undefined;
  /** In the unit of `sizeOf`. */
  readonly maxSize?: number | undefined;
  readonly sizeOf?: ((value: Value) => number) | undefined;
}

/** Keeps the most recently used entries, up to a count and a total size. */
export class Lru<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  /** Sizes as they were when the values were stored: a value may grow later, until it is stored again. */
  readonly #sizes = new Map<Key, number>();
  readonly #limits: LruLimits<Value>;
  readonly #onDrop: ((value: Value) => void) | undefined;
  #size = 0;

  constructor(limits: number | LruLimits<Value>, onDrop?: (value: Value) => void) {
    this.#limits = typeof limits === "number" ? { maxEntries: limits } : limits;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    const size = this.#limits.sizeOf?.(value) ?? 0;
    if (size !== 0) this.#sizes.set(key, size);
    this.#size += size;
    const { maxEntries = Number.POSITIVE_INFINITY, maxSize = Number.POSITIVE_INFINITY } = this.#limits;
    for (const [oldestKey, oldest] of this.#entries) {
      if (this.#entries.size <= maxEntries && this.#size <= maxSize) return;
      this.delete(oldestKey);
      this.#onDrop?.(oldest);
    }
  }

  delete(key: Key): void {
    if (!this.#entries.delete(key)) return;
    this.#size -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
  }

  /** Least recently used first. */
  values(): Value[] {
    return [...this.#entries.values()];
  }

  /** Removes and returns everything. */
  clear(): Value[] {
    const values = this.values();
    this.#entries.clear();
    this.#sizes.clear();
    this.#size = 0;
    return values;
  }
}
