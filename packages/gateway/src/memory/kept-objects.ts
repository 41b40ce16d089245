import { Lru } from "../caches/lru.ts";
import type { KeptObjects } from "../contracts/kept-objects.ts";

interface Entry {
  readonly value: object;
  readonly bytes: number;
  readonly expiresAt: number;
}

/** Limits of what is kept for all callers together. */
interface KeptLimits {
  readonly bytes: number;
  /** For a single object, so that it cannot evict all others. */
  readonly objectBytes: number;
  readonly milliseconds: number;
}

const keptLimits: KeptLimits = {
  bytes: 64 * 1_024 * 1_024,
  objectBytes: 4 * 1_024 * 1_024,
  milliseconds: 24 * 60 * 60_000,
};

/** What client dialects keep for callers, in memory. One caller never sees what is kept for another. */
export class KeptObjectsOfCallers {
  readonly #entries: Lru<string, Entry>;
  readonly #limits: KeptLimits;
  readonly #now: () => number;

  constructor(now: () => number, limits: KeptLimits = keptLimits) {
    this.#now = now;
    this.#limits = limits;
    this.#entries = new Lru({ maxSize: limits.bytes, sizeOf: ({ bytes }) => bytes });
  }

  /** What is kept for one caller. `scope` identifies the caller and the dialect. */
  of(scope: string): KeptObjects {
    const keyOf = (id: string) => JSON.stringify([scope, id]);
    const find = (id: string): Entry | undefined => {
      const entry = this.#entries.get(keyOf(id));
      if (entry === undefined || entry.expiresAt > this.#now()) return entry;
      this.#entries.delete(keyOf(id));
      return undefined;
    };
    return {
      get: (id) => find(id)?.value,
      set: (id, value) => {
        // Two bytes per character, and as much again for the objects around them.
        const bytes = 4 * JSON.stringify(value).length;
        if (bytes > this.#limits.objectBytes) return;
        this.#entries.set(keyOf(id), { value, bytes, expiresAt: this.#now() + this.#limits.milliseconds });
      },
      delete: (id) => {
        const isThere = find(id) !== undefined;
        this.#entries.delete(keyOf(id));
        return isThere;
      },
    };
  }
}
