/** How informative terms are, by their numbers. Computed when it is first asked for, and again when the catalogue has changed. */
export class Rarities {
  #values = new Float64Array(256);
  /** False after a change of the catalogue, until `forget` is called. */
  areKnown = false;

  of(id: number, documents: number, frequency: number): number {
    let known = this.#values[id] as number;
    if (known === 0) {
      known = rarity(documents, frequency);
      this.#values[id] = known;
    }
    return known;
  }

  forget(terms: number): void {
    if (this.#values.length < terms) {
      this.#values = new Float64Array(terms);
    } else {
      this.#values.fill(0);
    }
    this.areKnown = true;
  }
}

/** BM25's inverse document frequency; always positive. */
export function rarity(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}
