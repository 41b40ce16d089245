/** Which properties and items of a value were evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export class SeenParts {
  readonly #keys = new Set<string | number>();

  get size(): number {
    return this.#keys.size;
  }

  has(key: string | number): boolean {
    return this.#keys.has(key);
  }

  add(key: string | number): void {
    this.#keys.add(key);
  }

  addAll(other: SeenParts): void {
    for (const key of other.#keys) this.#keys.add(key);
  }
}
