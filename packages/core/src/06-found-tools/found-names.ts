/**
 * The names that a conversation has found, in the order found. One such object only ever grows, so that a reader can go on where it
 * stopped; when a name leaves, another takes its place.
 */
export class FoundNames {
  readonly #known: Set<string>;
  readonly #inOrder: string[];

  constructor(names: Iterable<string> = []) {
    this.#known = new Set(names);
    this.#inOrder = [...this.#known];
  }

  get inOrder(): readonly string[] {
    return this.#inOrder;
  }

  add(name: string): void {
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.#inOrder.push(name);
  }

  /** These names but for this one: another object, unless it was not among them. */
  without(name: string): FoundNames {
    return this.#known.has(name) ? new FoundNames(this.#inOrder.filter((other) => other !== name)) : this;
  }
}
