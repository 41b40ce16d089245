/**
 * A list that grows from turn to turn and is handed out in each: lists handed out earlier never change.
 * Handing it out copies its pointers once, and costs nothing if it is unchanged.
 */
export class GrowingList<Item> {
  #items: Item[] = [];
  #handedOut: readonly Item[] | undefined;

  get length(): number {
    return this.#items.length;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#handedOut = undefined;
  }

  /** Replaces an item. Costs a copy, because lists handed out earlier do not change. */
  replace(position: number, item: Item): void {
    if (this.#items[position] === item) return;
    this.#items = this.#items.with(position, item);
    this.#handedOut = undefined;
  }

  /** Removes everything; lists handed out earlier are unaffected. */
  clear(): void {
    this.#items = [];
    this.#handedOut = undefined;
  }

  /** Removes everything from this position on. */
  cut(length: number): void {
    if (length >= this.#items.length) return;
    this.#items.length = length;
    this.#handedOut = undefined;
  }

  /**
   * The current list, copied on first use. Until `clear`, nothing may be cut before the position `settled`: only the
   * items after it are kept for this.
   */
  handOutLater(settled: number): () => readonly Item[] {
    const items = this.#items;
    const unsettled = items.slice(settled);
    let handedOut: readonly Item[] | undefined;
    return () => {
      handedOut ??= items.slice(0, settled).concat(unsettled);
      return handedOut;
    };
  }

  /** The current list: the same array until something changes. */
  handOut(): readonly Item[] {
    this.#handedOut ??= this.#items.slice();
    return this.#handedOut;
  }
}
