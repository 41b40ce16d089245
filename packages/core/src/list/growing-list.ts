/**
 * A list that grows from turn to turn and is handed out in each: nobody who was given one sees it change.
 * Handing it out costs one copy of its pointers, and nothing if it is as it was.
 */
export class GrowingList<Item> {
  readonly #items: Item[] = [];
  #handedOut: readonly Item[] | undefined;

  get length(): number {
    return this.#items.length;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#handedOut = undefined;
  }

  /** Forgets everything from this position on. */
  cut(length: number): void {
    if (length >= this.#items.length) return;
    this.#items.length = length;
    this.#handedOut = undefined;
  }

  /** The list as it stands: the same array until something in it changes. */
  handOut(): readonly Item[] {
    this.#handedOut ??= this.#items.slice();
    return this.#handedOut;
  }
}
