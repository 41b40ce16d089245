import { LRUCache } from "lru-cache";
import type { KeyPage, KeyQuery, Retention, Store, StoreKey } from "../contract/store.ts";
import { keyOfText, textOfKey } from "../contract/text-of-key.ts";
import { MemoryCounters } from "./memory-counters.ts";
import { MemoryJournal } from "./memory-journal.ts";

interface Entry {
  readonly value: object;
  readonly bytes: number;
  readonly expiresAt: number;
}

/** Limits of what is kept for all owners together. */
export interface MemoryStoreLimits {
  readonly bytes: number;
  /** For a single value, so that it cannot evict all others. */
  readonly valueBytes: number;
}

const defaultLimits: MemoryStoreLimits = { bytes: 64 * 1_024 * 1_024, valueBytes: 4 * 1_024 * 1_024 };

/** The store of a single process: values that were not used for longest make room for new ones. */
export class MemoryStore implements Store {
  readonly specificationVersion = "v1";
  readonly journal: MemoryJournal = new MemoryJournal();
  readonly counters: MemoryCounters;
  readonly #entries: LRUCache<string, Entry>;
  readonly #limits: MemoryStoreLimits;
  readonly #now: () => number;

  constructor(now: () => number, limits: MemoryStoreLimits = defaultLimits) {
    this.#now = now;
    this.#limits = limits;
    this.counters = new MemoryCounters(now);
    this.#entries = new LRUCache({ maxSize: limits.bytes, sizeCalculation: ({ bytes }) => bytes });
  }

  async get(keys: readonly StoreKey[]): Promise<readonly (object | undefined)[]> {
    return keys.map((key) => this.#find(textOfKey(key)));
  }

  async set(key: StoreKey, value: object, retention: Retention): Promise<void> {
    this.#set(textOfKey(key), value, retention);
  }

  async update(
    key: StoreKey,
    change: (value: object | undefined) => object | undefined,
    retention: Retention,
  ): Promise<object | undefined> {
    const text = textOfKey(key);
    const value = change(this.#find(text));
    if (value === undefined) this.#entries.delete(text);
    else this.#set(text, value, retention);
    return value;
  }

  async delete(key: StoreKey): Promise<boolean> {
    const text = textOfKey(key);
    const isThere = this.#find(text) !== undefined;
    this.#entries.delete(text);
    return isThere;
  }

  async list(namespace: string, { owner, after, limit }: KeyQuery): Promise<KeyPage> {
    const found = [...this.#entries.keys()]
      .filter((text) => (after === undefined || text > after) && this.#find(text) !== undefined)
      .map((text) => ({ text, key: keyOfText(text) }))
      .filter(({ key }) => key.namespace === namespace && (owner === undefined || key.owner === owner))
      .sort((left, right) => (left.text < right.text ? -1 : 1));
    const page = found.slice(0, limit);
    return { keys: page.map(({ key }) => key), next: found.length > limit ? page.at(-1)?.text : undefined };
  }

  async close(): Promise<void> {
    this.#entries.clear();
  }

  #find(key: string): object | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#now()) return entry?.value;
    this.#entries.delete(key);
    return undefined;
  }

  #set(key: string, value: object, { milliseconds }: Retention): void {
    // Two bytes per character, and as much again for the objects around them.
    const bytes = 4 * JSON.stringify(value).length;
    this.#entries.delete(key);
    if (bytes <= this.#limits.valueBytes) {
      this.#entries.set(key, { value, bytes, expiresAt: this.#now() + milliseconds });
    }
  }
}
