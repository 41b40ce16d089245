/** The features of a query and a tool, in row order. */
export const featureNames = [
  "words",
  "words, against the best tool",
  "meaning",
  "meaning, against the catalogue",
  "meaning of the name",
  "meaning of the first sentence",
  "share of the name that the query covers",
  "share of the query that the name covers",
  "words of one request",
  "meaning of one request",
  "name's meaning of one request",
  "first sentence's meaning of one request",
  "place among the tools for one request",
  "requests in the query",
  "words in the query",
] as const;

export const wordsFeature = 0;
export const bestWordsFeature = 1;
export const meaningFeature = 2;
export const standoutFeature = 3;
export const nameMeaningFeature = 4;
export const openingMeaningFeature = 5;
export const nameCoveredFeature = 6;
export const queryCoveredFeature = 7;
export const requestWordsFeature = 8;
export const requestMeaningFeature = 9;
export const requestNameMeaningFeature = 10;
export const requestOpeningMeaningFeature = 11;
export const requestPlaceFeature = 12;
export const requestCountFeature = 13;
export const wordCountFeature = 14;

const width = featureNames.length;

/** One row of features per candidate, in one array: a search creates a hundred rows with one allocation. */
export class FeatureTable {
  readonly slots: Int32Array;
  readonly #numbers: Float64Array;

  constructor(slots: Int32Array) {
    this.slots = slots;
    this.#numbers = new Float64Array(slots.length * width);
  }

  get(candidate: number, feature: number): number {
    return this.#numbers[candidate * width + feature] as number;
  }

  set(candidate: number, feature: number, value: number): void {
    this.#numbers[candidate * width + feature] = value;
  }

  /** Sets a feature if the value is greater than the current one. */
  raise(candidate: number, feature: number, value: number): void {
    const place = candidate * width + feature;
    if (value > (this.#numbers[place] as number)) {
      this.#numbers[place] = value;
    }
  }

  /** The weighted sum of a row. */
  weigh(candidate: number, weights: readonly number[]): number {
    const start = candidate * width;
    let sum = 0;
    for (let feature = 0; feature < width; feature++) {
      sum += (weights[feature] as number) * (this.#numbers[start + feature] as number);
    }
    return sum;
  }
}
