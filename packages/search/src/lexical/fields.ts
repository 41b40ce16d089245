/** The fields of a tool, in the order of their numbers. */
export const fieldNames = ["server", "name", "hint", "description", "argument names", "argument descriptions"] as const;

/** A field's number: its index in `fieldNames`. */
export type Field = 0 | 1 | 2 | 3 | 4 | 5;

export const serverField: Field = 0;
export const nameField: Field = 1;
export const hintField: Field = 2;
export const descriptionField: Field = 3;
export const argumentNamesField: Field = 4;
export const argumentDescriptionsField: Field = 5;

/** How a field counts in BM25. */
export interface FieldWeight {
  /** The value of one occurrence. */
  readonly weight: number;
  /** How much a long field reduces each occurrence, from 0 to 1. */
  readonly lengthDiscount: number;
  /** The average length, in terms. */
  readonly usualLength: number;
  /**
   * A field with more words is stuffed, and counts as missing: 999 of 1,000 tools of public catalogues have fewer.
   * A tool cannot match everything by holding every word.
   */
  readonly maxWords: number;
}

/**
 * The average lengths are those of public catalogues, not of the current one. So a term's impact in a tool depends on
 * that tool alone: it is computed once, when the tool is added, and adding or removing other tools does not change it.
 */
export const fieldWeights: readonly FieldWeight[] = [
  { weight: 3, lengthDiscount: 0.3, usualLength: 2, maxWords: 9 },
  { weight: 3, lengthDiscount: 0.75, usualLength: 3, maxWords: 11 },
  { weight: 2, lengthDiscount: 0.5, usualLength: 5, maxWords: 30 },
  { weight: 1, lengthDiscount: 0.65, usualLength: 20, maxWords: 1_000 },
  { weight: 0.7, lengthDiscount: 0.5, usualLength: 6, maxWords: 90 },
  { weight: 0.3, lengthDiscount: 0.6, usualLength: 24, maxWords: 600 },
];
