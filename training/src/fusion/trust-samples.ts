import type { Sample } from "./logistic-regression.ts";
import { featureCount, joinQueries, type MeasuredQueries } from "./measured-queries.ts";
import type { Measurements } from "./measurements.ts";
import { firstRows, shareFound } from "./recall.ts";

/**
 * What the four samples count together. The engine's own ranking sets are small but are what users reported, so they get nearly half;
 * public queries that can be answered and foreign ones about balance.
 */
const sampleWeights = { answerable: 600, ownAnswerable: 300, foreign: 500, ownUnanswerable: 400 };

/** Trust is fitted where the right tool is within reach: among as many as a search answers with by default. */
const withinReach = 5;

/** The first candidates of queries that can be answered, and of queries that cannot, as the order puts them. */
export function trustSamples({ sets, foreign, tune }: Measurements, order: readonly number[]): readonly Sample[] {
  const answered = (queries: MeasuredQueries): Float64Array =>
    firstCandidates(queries, order, (query, rows) => shareFound(queries, query, rows) > 0);
  const asked = (queries: MeasuredQueries): Float64Array => firstCandidates(queries, order, () => true);
  const ownAnswerable = joinQueries([tune.english, tune.otherLanguages]);
  const samples: readonly Sample[] = [
    ...sets.map(({ fitted }) => ({
      features: answered(fitted),
      isYes: true,
      weight: sampleWeights.answerable / sets.length,
    })),
    { features: answered(ownAnswerable), isYes: true, weight: sampleWeights.ownAnswerable },
    ...foreign.map(({ fitted }) => ({
      features: asked(fitted),
      isYes: false,
      weight: sampleWeights.foreign / foreign.length,
    })),
    { features: asked(tune.unanswerable), isYes: false, weight: sampleWeights.ownUnanswerable },
  ];
  return samples.filter(({ features }) => features.length > 0);
}

function firstCandidates(
  queries: MeasuredQueries,
  order: readonly number[],
  isMeant: (query: number, rows: readonly number[]) => boolean,
): Float64Array {
  const features: number[] = [];
  for (let query = 0; query < queries.count; query++) {
    const rows = firstRows(queries, query, order, withinReach);
    if (rows.length > 0 && isMeant(query, rows)) {
      features.push(...queries.features.subarray(rows[0] * featureCount, (rows[0] + 1) * featureCount));
    }
  }
  return Float64Array.from(features);
}
