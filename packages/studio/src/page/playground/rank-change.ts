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
  /** The feature in plain words. */
  readonly label: string;
  /** The words that matched. */
  readonly terms: string | undefined;
  readonly share: number;
  readonly contribution: number;
  readonly isAgainst: boolean;
}

const maxFeatures = 6;
/** Whoever looks at a history or at copies wants to see what they changed, however little it is. */
const alwaysShown: ReadonlySet<string> = new Set(["earlier calls", "copy of another tool"]);

/** The strongest features of a hit, on one scale for the whole response. */
export function featureBars(hit: SearchHit, hits: readonly SearchHit[]): readonly FeatureBar[] {
  const largest = Math.max(0, ...hits.flatMap(({ reasons = [] }) => reasons.map((one) => Math.abs(one.contribution))));
  return (hit.reasons ?? [])
    .filter(({ contribution }) => contribution !== 0)
    .toSorted((left, right) => Math.abs(right.contribution) - Math.abs(left.contribution))
    .filter(({ feature }, place) => place < maxFeatures || alwaysShown.has(feature))
    .map(({ feature, contribution, terms }) => ({
      label: featureWords[feature] ?? feature,
      terms: terms === undefined || terms.length === 0 ? undefined : terms.join(", "),
      contribution,
      share: largest === 0 ? 0 : Math.abs(contribution) / largest,
      isAgainst: contribution < 0,
    }));
}

/** Plain words for features whose names are short for those who tune rankers. */
const featureWords: Readonly<Record<string, string>> = {
  words: "matching words",
  "words, against the best tool": "matching words, compared with the best tool",
  meaning: "similar meaning",
  "meaning, against the catalogue": "meaning stands out among all tools",
  "meaning of the name": "the name means it",
  "meaning of the first sentence": "the first sentence means it",
  "share of the name that the query covers": "how much of the name is in the query",
  "share of the query that the name covers": "how much of the query is in the name",
  "words of one request": "matching words of one part of the query",
  "meaning of one request": "meaning of one part of the query",
  "name's meaning of one request": "the name means one part of the query",
  "first sentence's meaning of one request": "the first sentence means one part of the query",
  "place among the tools for one request": "rank for one part of the query",
  "requests in the query": "parts of the query",
  "words in the query": "length of the query",
  "name part": "word of the name",
  "inside a name part": "part of a word of the name",
  hint: "search hint",
  "exact name": "the exact name",
};
