import { bytesPerValue } from "./body-parser.ts";

/** Something parsed from bytes. */
export interface ByteEntry {
  readonly bytes: Buffer;
  /** The number of JSON values in them. */
  readonly valueCount: number;
}

/** The most recently used entries, up to a count and the memory that they take. Few enough for a linear search. */
export class ByteMemo<Entry extends ByteEntry> {
  readonly #limits: { readonly entries: number; readonly bytes: number };
  /** Most recently used last. */
  readonly #entries = new Set<Entry>();
  #bytes = 0;

  constructor(limits: { readonly entries: number; readonly bytes: number }) {
    this.#limits = limits;
  }

  /** Most recently used first. */
  values(): readonly Entry[] {
    return [...this.#entries].reverse();
  }

  use(entry: Entry): void {
    this.#entries.delete(entry);
    this.#entries.add(entry);
  }

  add(entry: Entry): void {
    if (sizeOf(entry) > this.#limits.bytes) return;
    this.#entries.add(entry);
    this.#bytes += sizeOf(entry);
    for (const oldest of this.#entries) {
      if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return;
      this.delete(oldest);
    }
  }

  delete(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#bytes -= sizeOf(entry);
  }
}

const sizeOf = ({ bytes, valueCount }: ByteEntry): number => bytes.length + valueCount * bytesPerValue;
