/** What the hybrid ranker measures of a query and a tool; a row of features holds them in this order. */
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
] as const;

export const wordsFeature = 0;
export const bestWordsFeature = 1;
export const meaningFeature = 2;
export const standoutFeature = 3;
export const nameMeaningFeature = 4;
export const openingMeaningFeature = 5;
export const nameCoveredFeature = 6;
export const queryCoveredFeature = 7;
export const partWordsFeature = 8;
export const partMeaningFeature = 9;
export const partNameMeaningFeature = 10;
export const partOpeningMeaningFeature = 11;

/** The numbers measured of one candidate, by feature. */
export type FeatureRow = Float64Array;

export function newFeatureRow(): FeatureRow {
  return new Float64Array(featureNames.length);
}

/** Sets a feature to a value where that is more than it has. */
export function raise(row: FeatureRow, feature: number, value: number): void {
  if (value > (row[feature] as number)) {
    row[feature] = value;
  }
}
