import { deviation } from "./column-statistics.ts";
import { featureCount, type MeasuredQueries } from "./measured-queries.ts";

/**
 * Several features say nearly the same, so the loss is flat between them and the far end of that valley has large weights of opposite sign.
 * Stopping after a fixed number of steps keeps the weights small where the data do not decide; the steps, with it, are part of the result.
 */
const steps = 200;
const stepSize = 0.1;
const decay = 1e-4;
const momentum = 0.9;
const squareMomentum = 0.99;
/** Keeps 0 / 0 away where another wanted tool is so far ahead that nothing else counts. */
const tiny = 1e-30;

/**
 * Fits weights that order candidates: softmax regression, each wanted tool against all candidates of its query that are not wanted.
 * Sets count equally, and within a set its queries. Features that are not named get the weight 0.
 */
export function fitOrder(sets: readonly MeasuredQueries[], features: readonly number[]): number[] {
  const scales = features.map((feature) => deviation(sets, feature));
  const problems = sets.map((set) => problemOf(set, features, scales, 1 / (set.count * sets.length)));
  const weights = new Float64Array(features.length);
  const gradient = new Float64Array(features.length);
  const mean = new Float64Array(features.length);
  const square = new Float64Array(features.length);
  for (let step = 1; step <= steps; step++) {
    for (let column = 0; column < weights.length; column++) gradient[column] = decay * weights[column];
    for (const problem of problems) addGradient(problem, weights, gradient);
    for (let column = 0; column < weights.length; column++) {
      mean[column] = momentum * mean[column] + (1 - momentum) * gradient[column];
      square[column] = squareMomentum * square[column] + (1 - squareMomentum) * gradient[column] ** 2;
      const direction = mean[column] / (1 - momentum ** step);
      const size = Math.sqrt(square[column] / (1 - squareMomentum ** step));
      weights[column] -= (stepSize * direction) / (size + 1e-9);
    }
  }
  const fitted = new Array<number>(featureCount).fill(0);
  for (const [column, feature] of features.entries()) fitted[feature] = weights[column] / scales[column];
  return fitted;
}

/** One set, ready to be gone over many times. */
interface Problem {
  readonly queries: MeasuredQueries;
  /** The features that are fitted, each divided by its deviation so that one step size suits all. */
  readonly columns: Float64Array;
  /** What each wanted candidate of a query counts; 0 where no candidate is wanted and nothing can be learnt. */
  readonly shares: Float64Array;
  /** Room for the scores of a query's candidates. */
  readonly scores: Float64Array;
}

function problemOf(
  queries: MeasuredQueries,
  features: readonly number[],
  scales: readonly number[],
  queryWeight: number,
): Problem {
  const { starts, wantedAs } = queries;
  const columns = new Float64Array(wantedAs.length * features.length);
  for (let row = 0, place = 0; row < wantedAs.length; row++) {
    for (let column = 0; column < features.length; column++, place++) {
      columns[place] = queries.features[row * featureCount + features[column]] / scales[column];
    }
  }
  const shares = new Float64Array(queries.count);
  let most = 0;
  for (let query = 0; query < queries.count; query++) {
    const wanted = wantedAs.subarray(starts[query], starts[query + 1]).filter((as) => as > 0).length;
    shares[query] = wanted === 0 ? 0 : queryWeight / wanted;
    most = Math.max(most, starts[query + 1] - starts[query]);
  }
  return { queries, columns, shares, scores: new Float64Array(most) };
}

function addGradient(problem: Problem, weights: Float64Array, gradient: Float64Array): void {
  const { queries, columns, shares } = problem;
  const width = weights.length;
  for (let query = 0; query < queries.count; query++) {
    if (shares[query] === 0) continue;
    const start = queries.starts[query];
    const end = queries.starts[query + 1];
    const slopes = slopesOf(problem, query, weights);
    for (let row = start, place = start * width; row < end; row++) {
      const slope = slopes[row - start];
      for (let column = 0; column < width; column++, place++) gradient[column] += slope * columns[place];
    }
  }
}

/** How the loss of a query changes with the score of each of its candidates. */
function slopesOf({ queries, columns, shares, scores }: Problem, query: number, weights: Float64Array): Float64Array {
  const { starts, wantedAs } = queries;
  const start = starts[query];
  const count = starts[query + 1] - start;
  const share = shares[query];
  let best = Number.NEGATIVE_INFINITY;
  for (let candidate = 0, place = start * weights.length; candidate < count; candidate++) {
    let score = 0;
    for (let column = 0; column < weights.length; column++, place++) score += weights[column] * columns[place];
    scores[candidate] = score;
    best = Math.max(best, score);
  }
  let unwanted = 0;
  for (let candidate = 0; candidate < count; candidate++) {
    scores[candidate] = Math.exp(scores[candidate] - best);
    if (wantedAs[start + candidate] === 0) unwanted += scores[candidate];
  }
  let pull = 0;
  for (let candidate = 0; candidate < count; candidate++) {
    if (wantedAs[start + candidate] === 0) continue;
    const rivals = scores[candidate] + unwanted + tiny;
    pull += share / rivals;
    scores[candidate] = -share * (unwanted / rivals);
  }
  for (let candidate = 0; candidate < count; candidate++) {
    if (wantedAs[start + candidate] === 0) scores[candidate] *= pull;
  }
  return scores;
}
