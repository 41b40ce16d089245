import type { TermEntry } from "./lexical-index.ts";

/** Terms in order of first occurrence, without duplicates. A query has few: a linear search costs less than a map. */
export class TermList {
  readonly entries: TermEntry[] = [];

  /** Adds a term; an existing one keeps its position and gets the later word. */
  put(entry: TermEntry): void {
    const place = this.#placeOf(entry);
    this.entries[place < 0 ? this.entries.length : place] = entry;
  }

  has(entry: TermEntry): boolean {
    return this.#placeOf(entry) >= 0;
  }

  /** Removes a term; returns it if it was there. */
  take(entry: TermEntry): TermEntry | undefined {
    const place = this.#placeOf(entry);
    return place < 0 ? undefined : this.entries.splice(place, 1)[0];
  }

  /** Known terms are compared by number, which is faster; unknown ones have none. */
  #placeOf({ id, term }: TermEntry): number {
    const { entries } = this;
    for (let place = 0; place < entries.length; place++) {
      const held = entries[place] as TermEntry;
      if (held.id === id && (id >= 0 || held.term === term)) {
        return place;
      }
    }
    return -1;
  }
}
