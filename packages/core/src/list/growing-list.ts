/**
 * A list that grows from turn to turn and is handed out in each: nobody who was given one sees it change.
 * Handing it out costs one copy of its pointers, and nothing if it is as it was.
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

  /** Puts another item in the place of one. Costs a copy, since lists that were handed out stay as they are. */
  replace(position: number, item: Item): void {
    if (this.#items[position] === item) return;
    this.#items = this.#items.with(position, item);
    this.#handedOut = undefined;
  }

  /** Forgets everything, but for what was handed out. */
  clear(): void {
    this.#items = [];
    this.#handedOut = undefined;
  }

  /** Forgets everything from this position on. */
  cut(length: number): void {
    if (length >= this.#items.length) return;
    this.#items.length = length;
    this.#handedOut = undefined;
  }

  /**
   * The list as it stands, copied when it is first asked for. Until `clear`, nothing may be cut before the position `settled`: only what
   * stands behind it is kept for this.
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

  /** The list as it stands: the same array until something in it changes. */
  handOut(): readonly Item[] {
    this.#handedOut ??= this.#items.slice();
    return this.#handedOut;
  }
}
