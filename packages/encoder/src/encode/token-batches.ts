/** Texts that are encoded together, without padding. */
export interface TokenBatch {
  /** The places of the texts in the list that was given. */
  readonly texts: readonly number[];
  readonly lengths: Int32Array;
  /** The tokens of all texts, one text after the other. */
  readonly tokens: Int32Array;
}

/** Puts texts together into batches of at most `rows` tokens, in order. A text without tokens is in no batch. */
export function batchTokens(texts: readonly (readonly number[])[], rows: number): TokenBatch[] {
  const batches: TokenBatch[] = [];
  let places: number[] = [];
  let used = 0;
  const finish = (): void => {
    if (places.length > 0) {
      const lists = places.map((place) => texts[place] as readonly number[]);
      const lengths = Int32Array.from(lists, ({ length }) => length);
      batches.push({ texts: places, lengths, tokens: Int32Array.from(lists.flat()) });
    }
    places = [];
    used = 0;
  };
  for (const [place, { length }] of texts.entries()) {
    if (length === 0) {
      continue;
    }
    if (used + length > rows) {
      finish();
    }
    places.push(place);
    used += length;
  }
  finish();
  return batches;
}
