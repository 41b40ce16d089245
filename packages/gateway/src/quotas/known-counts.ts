import { Lru } from "../caches/lru.ts";

/** What this process knows of a count in the store. */
interface KnownCount {
  /** At least this much is in the store. */
  readonly value: number;
  /** What was used when the store was read, with this process's own part that was not written yet. */
  readonly usedWhenRead: number;
  readonly readAt: number;
}

const neverRead: KnownCount = { value: 0, usedWhenRead: 0, readAt: Number.NEGATIVE_INFINITY };
const maxKnown = 10_000;
/** For how long a reading is used again. */
const freshMilliseconds = 50;
/** The share of the remaining quota that a process may use before it reads or writes again; other processes use theirs meanwhile. */
const shareOfRest = 0.01;

/** The counts that were read last: for requests that follow closely, and for when the store is down. */
export class KnownCounts {
  readonly #counts = new Lru<string, KnownCount>(maxKnown);

  /** Zero if it was never read. */
  value(id: string): number {
    return this.#counts.get(id)?.value ?? 0;
  }

  /** Notes what was read. A write that ended meanwhile may be missing from it, so that what is known already counts, too. */
  noteRead(id: string, stored: number, own: number, { readAt, isExact }: { readAt: number; isExact: boolean }): void {
    const value = isExact ? stored : Math.max(stored, this.value(id));
    this.#counts.set(id, { value, usedWhenRead: value + own, readAt });
  }

  /** Notes that an amount was added to the value of that moment; a reading since then may have counted it already. */
  noteWritten(id: string, before: number, amount: number): void {
    const known = this.#counts.get(id) ?? neverRead;
    this.#counts.set(id, { ...known, value: Math.max(known.value, before + amount) });
  }

  /** The value, if it was read a moment ago and this process has used little since; undefined if the store has to be asked. It never refuses a request. */
  recent(id: string, own: number, limit: number, now: number): number | undefined {
    const known = this.#counts.get(id) ?? neverRead;
    const age = now - known.readAt;
    const since = known.value + own - known.usedWhenRead;
    const isRecent = age >= 0 && age < freshMilliseconds && since < (limit - known.usedWhenRead) * shareOfRest;
    return isRecent ? known.value : undefined;
  }

  /** Whether an amount is small enough to be written together with later ones. */
  canWait(id: string, unwritten: number, limit: number): boolean {
    return unwritten < (limit - this.value(id)) * shareOfRest;
  }
}
