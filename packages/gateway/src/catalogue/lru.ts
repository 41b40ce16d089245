/** Keeps what was used last, up to a number of entries. */
export class Lru<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;
  readonly #onDrop: ((value: Value) => void) | undefined;

  constructor(most: number, onDrop?: (value: Value) => void) {
    this.#most = most;
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
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.entries().next();
    if (oldest.done === true) return;
    const [oldestKey, dropped] = oldest.value;
    this.#entries.delete(oldestKey);
    this.#onDrop?.(dropped);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** Forgets everything, and gives it back. */
  clear(): Value[] {
    const values = [...this.#entries.values()];
    this.#entries.clear();
    return values;
  }
}
