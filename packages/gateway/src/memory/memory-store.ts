import { Lru } from "../caches/lru.ts";
import type { Store, StoreKey } from "../contracts/store.ts";

interface Entry {
  readonly value: object;
  readonly bytes: number;
  readonly expiresAt: number;
}

/** Limits of what is kept for all owners together. */
interface StoreLimits {
  readonly bytes: number;
  /** For a single value, so that it cannot evict all others. */
  readonly valueBytes: number;
}

const defaultLimits: StoreLimits = { bytes: 64 * 1_024 * 1_024, valueBytes: 4 * 1_024 * 1_024 };

const textOf = ({ namespace, owner, id }: StoreKey): string => JSON.stringify([namespace, owner, id]);

/** The store of a single process: values that were not used for longest make room for new ones. */
export class MemoryStore implements Store {
  readonly specificationVersion = "v1";
  readonly #entries: Lru<string, Entry>;
  readonly #limits: StoreLimits;
  readonly #now: () => number;

  constructor(now: () => number, limits: StoreLimits = defaultLimits) {
    this.#now = now;
    this.#limits = limits;
    this.#entries = new Lru({ maxSize: limits.bytes, sizeOf: ({ bytes }) => bytes });
  }

  async get(keys: readonly StoreKey[]): Promise<readonly (object | undefined)[]> {
    return keys.map((key) => this.#find(textOf(key))?.value);
  }

  async set(key: StoreKey, value: object, { milliseconds }: { readonly milliseconds: number }): Promise<void> {
    // Two bytes per character, and as much again for the objects around them.
    const bytes = 4 * JSON.stringify(value).length;
    if (bytes > this.#limits.valueBytes) this.#entries.delete(textOf(key));
    else this.#entries.set(textOf(key), { value, bytes, expiresAt: this.#now() + milliseconds });
  }

  async delete(key: StoreKey): Promise<boolean> {
    const isThere = this.#find(textOf(key)) !== undefined;
    this.#entries.delete(textOf(key));
    return isThere;
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }
}
