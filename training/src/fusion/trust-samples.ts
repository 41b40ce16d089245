import type { Sample } from "./logistic-regression.ts";
import { featureCount, joinQueries, type MeasuredQueries } from "./measured-queries.ts";
import type { MeasuredSet, Measurements } from "./measurements.ts";
import { firstRows, shareFound } from "./recall.ts";

/** What trust is fitted on. */
export interface TrustRecipe {
  /** What each kind of query counts together, however many there are. */
  readonly weights: {
    readonly answerable: number;
    readonly ownAnswerable: number;
    readonly foreign: number;
    readonly ownUnanswerable: number;
  };
  /**
   * Whether answerable queries come only from catalogues that foreign ones are asked of too, in English, and each catalogue counts the same:
   * so trust cannot learn to tell catalogues apart.
   */
  readonly isPaired: boolean;
  readonly decay: number;
}

/** Trust is fitted where the right tool is within reach: among as many as a search answers with by default. */
const withinReach = 5;

/** The first candidates of queries that can be answered, and of queries that cannot, as the order puts them. */
export function trustSamples(
  { sets, foreign, tune }: Measurements,
  order: readonly number[],
  { weights, isPaired }: TrustRecipe,
): readonly Sample[] {
  const answered = (queries: MeasuredQueries): Float64Array =>
    firstCandidates(queries, order, (query, rows) => shareFound(queries, query, rows) > 0);
  const asked = (queries: MeasuredQueries): Float64Array => firstCandidates(queries, order, () => true);
  const unanswerable = grouped(foreign, ({ catalogue, name }) => (isPaired ? catalogue : name));
  const answerable = isPaired ? sets.filter(({ name }) => unanswerable.has(name)) : sets;
  const own = isPaired ? tune.english : joinQueries([tune.english, tune.otherLanguages]);
  const samples: readonly Sample[] = [
    ...answerable.map(({ fitted }) => ({
      features: answered(fitted),
      isYes: true,
      weight: weights.answerable / answerable.length,
    })),
    { features: answered(own), isYes: true, weight: weights.ownAnswerable },
    ...[...unanswerable.values()].map((queries) => ({
      features: asked(queries),
      isYes: false,
      weight: weights.foreign / unanswerable.size,
    })),
    { features: asked(tune.unanswerable), isYes: false, weight: weights.ownUnanswerable },
  ];
  return samples.filter(({ features }) => features.length > 0);
}

function grouped(
  foreign: readonly MeasuredSet[],
  groupOf: (set: MeasuredSet) => string,
): ReadonlyMap<string, MeasuredQueries> {
  const groups = new Map<string, MeasuredQueries>();
  for (const set of foreign) {
    const before = groups.get(groupOf(set));
    groups.set(groupOf(set), before === undefined ? set.fitted : joinQueries([before, set.fitted]));
  }
  return groups;
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
