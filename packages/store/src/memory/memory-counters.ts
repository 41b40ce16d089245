import { LRUCache } from "lru-cache";
import type { CounterChange, Counters, CounterValue } from "../contract/counters.ts";
import type { StoreKey } from "../contract/store.ts";
import { textOfKey } from "../contract/text-of-key.ts";

interface Counter extends CounterValue {
  readonly expiresAt: number;
}

const maxCounters = 100_000;

/** Counters of a single process. */
export class MemoryCounters implements Counters {
  // As a size: the library would reserve the room of a count at once.
  readonly #counters = new LRUCache<string, Counter>({ maxSize: maxCounters, sizeCalculation: () => 1 });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async read(keys: readonly StoreKey[]): Promise<readonly number[]> {
    return keys.map((key) => this.#find(textOfKey(key))?.value ?? 0);
  }

  async add(changes: readonly CounterChange[]): Promise<readonly number[]> {
    for (const { key, amount, retention } of changes) {
      const text = textOfKey(key);
      const known = this.#find(text);
      const expiresAt = known?.expiresAt ?? this.#now() + retention.milliseconds;
      this.#counters.set(text, { key, value: (known?.value ?? 0) + amount, expiresAt });
    }
    return this.read(changes.map(({ key }) => key));
  }

  async list(namespace: string, limit: number): Promise<readonly CounterValue[]> {
    const known = [...this.#counters.values()].filter(
      ({ key, expiresAt }) => key.namespace === namespace && expiresAt > this.#now(),
    );
    const ordered = known.toSorted((left, right) => compareKeys(left.key, right.key));
    return ordered.slice(0, limit).map(({ key, value }) => ({ key, value }));
  }

  #find(text: string): Counter | undefined {
    const known = this.#counters.get(text);
    return known === undefined || known.expiresAt > this.#now() ? known : undefined;
  }
}

function compareKeys(left: StoreKey, right: StoreKey): number {
  const [one, other] = [`${left.owner}\n${left.id}`, `${right.owner}\n${right.id}`];
  return one < other ? -1 : Number(one > other);
}
