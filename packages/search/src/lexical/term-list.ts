import type { TermEntry } from "./lexical-index.ts";

/** Terms in the order in which they first came, each once. A query has few: looking through them costs less than a map. */
export class TermList {
  readonly entries: TermEntry[] = [];

  /** Puts a term in; one that is there already keeps its place and takes the later word. */
  put(entry: TermEntry): void {
    const place = this.#placeOf(entry);
    this.entries[place < 0 ? this.entries.length : place] = entry;
  }

  has(entry: TermEntry): boolean {
    return this.#placeOf(entry) >= 0;
  }

  /** Takes a term out; says which word it had, where it was there. */
  take(entry: TermEntry): TermEntry | undefined {
    const place = this.#placeOf(entry);
    return place < 0 ? undefined : this.entries.splice(place, 1)[0];
  }

  /** Terms that tools have are told apart by their numbers, which is faster; the others have none. */
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
