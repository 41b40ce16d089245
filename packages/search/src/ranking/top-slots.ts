/** A slot and its score. */
export interface ScoredSlot {
  readonly slot: number;
  readonly score: number;
}

/**
 * Keeps the best slots of a stream, without sorting all of it. Equal scores are sorted by name, so the result does not
 * depend on the order in which tools were added.
 */
export class TopSlots {
  readonly #limit: number;
  readonly #nameOf: (slot: number) => string;
  readonly #slots: number[] = [];
  readonly #scores: number[] = [];

  constructor(limit: number, nameOf: (slot: number) => string) {
    this.#limit = limit;
    this.#nameOf = nameOf;
  }

  /** The minimum score to be considered: the lowest kept one, once there are enough. */
  get floor(): number {
    return this.#slots.length < this.#limit ? Number.NEGATIVE_INFINITY : (this.#scores[0] as number);
  }

  offer(slot: number, score: number): void {
    const size = this.#slots.length;
    if (size < this.#limit) {
      this.#slots.push(slot);
      this.#scores.push(score);
      this.#rise(size);
    } else if (size > 0 && this.#isWorse(0, slot, score)) {
      this.#slots[0] = slot;
      this.#scores[0] = score;
      this.#sink(size);
    }
  }

  /** Adds the kept slots to a set, unordered. */
  addTo(slots: Set<number>): void {
    for (const slot of this.#slots) {
      slots.add(slot);
    }
  }

  /** The kept slots, best first. */
  take(): ScoredSlot[] {
    // A heap sort: the worst is on top, and moves behind the remaining ones.
    for (let left = this.#slots.length - 1; left > 0; left--) {
      this.#swap(0, left);
      this.#sink(left);
    }
    const taken: ScoredSlot[] = [];
    for (let place = 0; place < this.#slots.length; place++) {
      taken.push({ slot: this.#slots[place] as number, score: this.#scores[place] as number });
    }
    // Worst first: a valid heap again.
    this.#slots.reverse();
    this.#scores.reverse();
    return taken;
  }

  /** Whether the kept slot at this index is worse than the given one. */
  #isWorse(place: number, slot: number, score: number): boolean {
    const kept = this.#scores[place] as number;
    if (kept !== score) {
      return kept < score;
    }
    return this.#nameOf(this.#slots[place] as number) > this.#nameOf(slot);
  }

  #rise(from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#isWorseThan(parent, place)) {
        return;
      }
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Sifts the top down among the first `size`. */
  #sink(size: number): void {
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const right = left + 1;
      let worst = place;
      if (left < size && this.#isWorseThan(left, worst)) {
        worst = left;
      }
      if (right < size && this.#isWorseThan(right, worst)) {
        worst = right;
      }
      if (worst === place) {
        return;
      }
      this.#swap(place, worst);
      place = worst;
    }
  }

  #isWorseThan(place: number, other: number): boolean {
    return this.#isWorse(place, this.#slots[other] as number, this.#scores[other] as number);
  }

  #swap(a: number, b: number): void {
    const slot = this.#slots[a] as number;
    const score = this.#scores[a] as number;
    this.#slots[a] = this.#slots[b] as number;
    this.#scores[a] = this.#scores[b] as number;
    this.#slots[b] = slot;
    this.#scores[b] = score;
  }
}
