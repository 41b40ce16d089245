interface KeptProgram {
  readonly owner: string;
  readonly sealed: Uint8Array;
}

/**
 * Programs and states that no store keeps, up to a total size. Beyond it, the longest unused ones of the owner with the most bytes are
 * dropped, so that one owner cannot end the programs of others.
 */
export class KeptPrograms {
  readonly #maxBytes: number;
  /** The longest unused first. */
  readonly #kept = new Map<string, KeptProgram>();
  readonly #bytes = new Map<string, number>();
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(id: string): Uint8Array | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept.sealed;
  }

  /** Keeps what is sealed under a new id, unless it is larger than everything together may be. */
  add(id: string, kept: KeptProgram): void {
    if (kept.sealed.length > this.#maxBytes) return;
    this.#kept.set(id, kept);
    this.#count(kept.owner, kept.sealed.length);
    while (this.#total > this.#maxBytes) this.#dropOne();
  }

  #dropOne(): void {
    let most: readonly [owner: string, bytes: number] = ["", -1];
    for (const entry of this.#bytes) if (entry[1] > most[1]) most = entry;
    for (const [id, { owner, sealed }] of this.#kept) {
      if (owner !== most[0]) continue;
      this.#kept.delete(id);
      this.#count(owner, -sealed.length);
      return;
    }
  }

  #count(owner: string, bytes: number): void {
    const all = (this.#bytes.get(owner) ?? 0) + bytes;
    if (all > 0) this.#bytes.set(owner, all);
    else this.#bytes.delete(owner);
    this.#total += bytes;
  }
}
