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
    readonly everydayAnswerable: number;
    readonly everydayLearnt: number;
    readonly everydayForeign: number;
    readonly everydayUnanswerable: number;
    readonly everydayLeftOut: number;
  };
  /**
   * Whether answerable queries come only from catalogues that foreign ones are asked of too, in English, and each catalogue counts the same:
   * so trust cannot learn to tell catalogues apart.
   */
  readonly isPaired: boolean;
  /** What the answerable queries of a set count against those of other sets, where it is not the same. */
  readonly answerableShares: Readonly<Record<string, number>>;
  /** The same for the foreign queries that are asked of a set's catalogue. */
  readonly foreignShares: Readonly<Record<string, number>>;
  readonly decay: number;
}

/** Trust is fitted where the right tool is within reach: among as many as a search answers with by default. */
const withinReach = 5;

/** The first candidates of queries that can be answered, and of queries that cannot, as the order puts them. */
export function trustSamples(
  { sets, foreign, tune, everyday: { fitted: everyday } }: Measurements,
  order: readonly number[],
  { weights, isPaired, answerableShares, foreignShares }: TrustRecipe,
): readonly Sample[] {
  const answered = (queries: MeasuredQueries): Float64Array =>
    firstCandidates(queries, order, (query, rows) => shareFound(queries, query, rows) > 0);
  const asked = (queries: MeasuredQueries): Float64Array => firstCandidates(queries, order, () => true);
  const unanswerable = grouped(foreign, ({ catalogue, name }) => (isPaired ? catalogue : name));
  const answerable = isPaired ? sets.filter(({ name }) => unanswerable.has(name)) : sets;
  const own = isPaired ? tune.english : joinQueries([tune.english, tune.otherLanguages]);
  const weightOf = weightsBy(
    answerable.map(({ name }) => name),
    answerableShares,
    weights.answerable,
  );
  const foreignWeightOf = weightsBy([...unanswerable.keys()], foreignShares, weights.foreign);
  const samples: readonly Sample[] = [
    ...answerable.map(({ name, fitted }) => ({
      features: answered(fitted),
      isYes: true,
      weight: weightOf(name),
    })),
    { features: answered(own), isYes: true, weight: weights.ownAnswerable },
    ...[...unanswerable].map(([name, queries]) => ({
      features: asked(queries),
      isYes: false,
      weight: foreignWeightOf(name),
    })),
    { features: asked(tune.unanswerable), isYes: false, weight: weights.ownUnanswerable },
    { features: answered(everyday.answerable), isYes: true, weight: weights.everydayAnswerable },
    { features: answered(everyday.learnt), isYes: true, weight: weights.everydayLearnt },
    { features: asked(everyday.foreign), isYes: false, weight: weights.everydayForeign },
    { features: asked(everyday.unanswerable), isYes: false, weight: weights.everydayUnanswerable },
    { features: asked(everyday.leftOut), isYes: false, weight: weights.everydayLeftOut },
  ];
  return samples.filter(({ features, weight }) => features.length > 0 && weight > 0);
}

/** Divides a weight among names: equally, but for those that have a share of their own. */
function weightsBy(
  names: readonly string[],
  shares: Readonly<Record<string, number>>,
  weight: number,
): (name: string) => number {
  const shareOf = (name: string): number => shares[name] ?? 1;
  const total = names.reduce((sum, name) => sum + shareOf(name), 0);
  return (name) => (weight * shareOf(name)) / total;
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
