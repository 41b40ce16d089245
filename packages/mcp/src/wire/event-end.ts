const lineFeed = 10;
const carriageReturn = 13;

/** Finds where server-sent events end in chunks of bytes: after an empty line. */
export class EventEnd {
  #isLineEmpty = true;
  #isAfterReturn = false;
  #isAfterEnd = false;

  /** The position after the last event that ends in the chunk; 0 if none does. */
  lastIn(chunk: Uint8Array): number {
    let last = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      // The second byte of a line break belongs to the event that its first byte ended.
      const isSecondOfPair = byte === lineFeed && this.#isAfterReturn;
      const isLineEnd = byte === lineFeed || byte === carriageReturn;
      this.#isAfterEnd = isSecondOfPair ? this.#isAfterEnd : isLineEnd && this.#isLineEmpty;
      if (this.#isAfterEnd) last = at + 1;
      this.#isLineEmpty = isLineEnd;
      this.#isAfterReturn = byte === carriageReturn;
    }
    return last;
  }
}
