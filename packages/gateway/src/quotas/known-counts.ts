import { Lru } from "../caches/lru.ts";

/** What this process knows of a count in the store. */
interface KnownCount {
  /** At least this much is in the store. */
  readonly value: number;
  /** What was used when the store was read, with this process's own part that was not written yet. */
  readonly usedWhenRead: number;
  readonly readAt: number;
  /** The most that was added at once. */
  readonly largest: number;
}

const neverRead: KnownCount = { value: 0, usedWhenRead: 0, readAt: Number.NEGATIVE_INFINITY, largest: 0 };
const maxKnown = 10_000;
/** For how long a reading is used again. */
const freshMilliseconds = 400;
/** The share of the remaining quota that a process may use before it reads or writes again. Four processes that do so at once use one hundredth. */
const shareOfRest = 0.0025;

/** The counts that were read last: for requests that follow closely, and for when the store is down. */
export class KnownCounts {
  readonly #counts = new Lru<string, KnownCount>(maxKnown);

  /** Zero if it was never read. */
  value(id: string): number {
    return this.#counts.get(id)?.value ?? 0;
  }

  /** Notes what was read. A write that ended meanwhile may be missing from it, so that what is known already counts, too. */
  noteRead(id: string, stored: number, own: number, { readAt, isExact }: { readAt: number; isExact: boolean }): void {
    const { largest } = this.#counts.get(id) ?? neverRead;
    const value = isExact ? stored : Math.max(stored, this.value(id));
    this.#counts.set(id, { value, usedWhenRead: value + own, readAt, largest });
  }

  /** Notes what was added at once. */
  noteAdded(id: string, amount: number): void {
    const known = this.#counts.get(id) ?? neverRead;
    if (amount > known.largest) this.#counts.set(id, { ...known, largest: amount });
  }

  /**
   * The value, if it was read a moment ago and what this process has used since is little, with another request as large as the largest.
   * Undefined if the store has to be asked. It never refuses a request.
   */
  recent(id: string, own: number, limit: number, now: number): number | undefined {
    const known = this.#counts.get(id) ?? neverRead;
    const age = now - known.readAt;
    const since = known.value + own - known.usedWhenRead;
    const isFresh = age >= 0 && age < freshMilliseconds;
    const isLittle = since + known.largest <= (limit - known.usedWhenRead) * shareOfRest;
    return isFresh && isLittle ? known.value : undefined;
  }

  /** Whether an amount is small enough to be written together with later ones. */
  canWait(id: string, unwritten: number, limit: number): boolean {
    return unwritten < (limit - this.value(id)) * shareOfRest;
  }
}
