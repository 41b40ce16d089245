import { type FeatureTable, requestPlaceFeature } from "./features.ts";

/** The scoring for a single request; close to the fitted weights, and only suitable for first and second places. */
const wordsWeight = 12;
const meaningWeight = 5;
const nameWeight = 1.5;
const openingWeight = 3.5;

const firstPlaceWeight = 1;
const secondPlaceWeight = 0.5;

/**
 * Which tools come first and second for each request in a query. A query that asks for four things needs four tools,
 * and each may be far down in the overall order.
 */
export class RequestPlaces {
  readonly #candidates: number;
  readonly #requests: number;
  readonly #scores: Float64Array;

  constructor(candidates: number, requests: number) {
    this.#candidates = candidates;
    this.#requests = requests;
    this.#scores = new Float64Array(candidates * requests);
  }

  addWords(candidate: number, request: number, words: number): void {
    this.#add(candidate, request, wordsWeight * words);
  }

  addMeaning(candidate: number, request: number, whole: number, name: number, opening: number): void {
    this.#add(candidate, request, meaningWeight * whole + nameWeight * name + openingWeight * opening);
  }

  /** Writes the best place of each candidate. Tied tools, such as copies, share it. */
  write(table: FeatureTable): void {
    for (let request = 0; request < this.#requests; request++) {
      let first = 0;
      let second = 0;
      for (let candidate = 0; candidate < this.#candidates; candidate++) {
        const score = this.#at(candidate, request);
        if (score > first) {
          second = first;
          first = score;
        } else if (score > second && score < first) {
          second = score;
        }
      }
      for (let candidate = 0; candidate < this.#candidates; candidate++) {
        const score = this.#at(candidate, request);
        if (score > 0 && score >= second) {
          table.raise(candidate, requestPlaceFeature, score === first ? firstPlaceWeight : secondPlaceWeight);
        }
      }
    }
  }

  #at(candidate: number, request: number): number {
    return this.#scores[request * this.#candidates + candidate] as number;
  }

  #add(candidate: number, request: number, score: number): void {
    const place = request * this.#candidates + candidate;
    this.#scores[place] = (this.#scores[place] as number) + score;
  }
}
