import type { AdminApiSearchAnswer, AdminApiSearchRequest } from "@toolcrib/gateway";

export type RankerName = NonNullable<AdminApiSearchRequest["ranker"]>;

/** The rankers of the search package, default first. */
export const rankers: readonly RankerName[] = ["hybrid", "bm25", "keyword", "semantic", "regex"];

export type SearchHit = AdminApiSearchAnswer["hits"][number];

export type Candidate = NonNullable<AdminApiSearchAnswer["candidates"]>[number];

/** A hit with its rank before an edit. */
export interface RankedHit {
  readonly hit: SearchHit;
  /** Starts at 1. */
  readonly rank: number;
  /** Undefined if it was not among the hits; null if there is nothing to compare with. */
  readonly rankBefore: number | undefined | null;
}

/** Numbers the hits, with their ranks before. */
export function rankHits(hits: readonly SearchHit[], before: readonly SearchHit[] | undefined): readonly RankedHit[] {
  return hits.map((hit, index) => {
    const position = before?.findIndex(({ name }) => name === hit.name);
    const rankBefore = position === undefined ? null : position < 0 ? undefined : position + 1;
    return { hit, rank: index + 1, rankBefore };
  });
}

/** The change in words: `up 2`, `down 1`, `new`; undefined if it stayed. */
export function changeWords({ rank, rankBefore }: RankedHit): string | undefined {
  if (rankBefore === null || rankBefore === rank) return undefined;
  if (rankBefore === undefined) return "new";
  return rankBefore > rank ? `up ${rankBefore - rank}` : `down ${rank - rankBefore}`;
}

/** The rank that a tool had before an edit, if the edit removed it from the hits. */
export function rankLost(
  name: string | undefined,
  hits: readonly SearchHit[] | undefined,
  before: readonly SearchHit[] | undefined,
): number | undefined {
  if (name === undefined || hits === undefined || hits.some((hit) => hit.name === name)) return undefined;
  const position = before?.findIndex((hit) => hit.name === name) ?? -1;
  return position < 0 ? undefined : position + 1;
}

/** One feature of a hit as a bar: its length as a share of the longest in the response. */
export interface FeatureBar {
  /** The feature, and the words that matched. */
  readonly label: string;
  readonly share: number;
  readonly contribution: number;
  readonly isAgainst: boolean;
}

const maxFeatures = 5;
/** Whoever looks at a history or at copies wants to see what they changed, however little it is. */
const alwaysShown: ReadonlySet<string> = new Set(["earlier calls", "copy of another tool"]);

/** The strongest features of each hit, on one scale for the whole response. */
export function featureBars(hits: readonly SearchHit[]): readonly (readonly FeatureBar[])[] {
  const shown = hits.map(({ reasons = [] }) =>
    reasons
      .filter(({ contribution }) => contribution !== 0)
      .filter(({ feature }, place) => place < maxFeatures || alwaysShown.has(feature)),
  );
  const largest = Math.max(0, ...shown.flat().map(({ contribution }) => Math.abs(contribution)));
  return shown.map((reasons) =>
    reasons.map(({ feature, contribution, terms }) => ({
      label: terms === undefined || terms.length === 0 ? feature : `${feature} (${terms.join(", ")})`,
      contribution,
      share: largest === 0 ? 0 : Math.abs(contribution) / largest,
      isAgainst: contribution < 0,
    })),
  );
}
