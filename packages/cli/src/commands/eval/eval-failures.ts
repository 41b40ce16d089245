import type { SearchableTool } from "@toolcrib/search";
import type { MeasuredQuery } from "./measure-queries.ts";
import { isAnswerable, loadedAtMost, loadedRanksOf, ranksOf } from "./score-queries.ts";

/** What went wrong with a query, worst first. */
export const failureKinds = {
  refused: "Got nothing",
  missed: "Right tool not returned",
  named: "Right tool only named, not loaded",
  falseReturn: "Loaded a tool although none answers",
} as const;

export type FailureKind = keyof typeof failureKinds;

/** A query that failed, and what to do about it. */
export interface Failure {
  readonly kind: FailureKind;
  readonly query: MeasuredQuery;
  /** The gold tools that are not loaded, each by a name that the catalogue has, if there is one. */
  readonly wanted: readonly string[];
  /** The words of the query that no gold tool has. */
  readonly missingWords: readonly string[];
  readonly advice: string;
}

/** The failures of a measurement, worst first, in the order of the queries. */
export function findFailures(measured: readonly MeasuredQuery[], tools: readonly SearchableTool[]): Failure[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const kinds = Object.keys(failureKinds) as FailureKind[];
  return measured
    .flatMap((query) => {
      const kind = failureOf(query);
      return kind === undefined ? [] : [describeFailure(kind, query, byName)];
    })
    .toSorted((left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind));
}

function failureOf(query: MeasuredQuery): FailureKind | undefined {
  const { hitNames, candidateNames } = query;
  if (!isAnswerable(query)) {
    return hitNames.length > 0 ? "falseReturn" : undefined;
  }
  if (hitNames.length + candidateNames.length === 0) {
    return "refused";
  }
  if (ranksOf(query).some((rank) => rank === null)) {
    return "missed";
  }
  return loadedRanksOf(query).every(isLoaded) ? undefined : "named";
}

/** A hit that is further down is cut off by default. */
function isLoaded(rank: number | null | undefined): boolean {
  return typeof rank === "number" && rank <= loadedAtMost;
}

function describeFailure(
  kind: FailureKind,
  query: MeasuredQuery,
  byName: ReadonlyMap<string, SearchableTool>,
): Failure {
  const loaded = loadedRanksOf(query);
  const wanted = query.gold
    .filter((_names, place) => !isLoaded(loaded[place]))
    .map((names) => names.find((name) => byName.has(name)) ?? names[0] ?? "");
  const known = wanted.filter((name) => byName.has(name));
  const words = new Set(known.flatMap((name) => wordsOf(textOf(byName.get(name)))));
  const missingWords = wordsOf(query.query.replace(names, " ")).filter(
    (word) => !words.has(word) && !smallWords.has(word),
  );
  return { kind, query, wanted, missingWords, advice: adviceFor(kind, query, wanted, known, missingWords) };
}

function adviceFor(
  kind: FailureKind,
  { hitNames }: MeasuredQuery,
  wanted: readonly string[],
  known: readonly string[],
  missingWords: readonly string[],
): string {
  if (kind === "falseReturn") {
    return `If ${hitNames[0] ?? "the hit"} does answer, add it to gold; otherwise say in its description what it does not do.`;
  }
  if (known.length < wanted.length) {
    return "A gold tool is not in the catalogue: correct its name, or add the tool.";
  }
  const first = hitNames[0];
  if (missingWords.length > 0) {
    return `Add how people ask for it to the description or search hint of ${wanted[0] ?? "the tool"}: ${missingWords.join(", ")}.`;
  }
  return first === undefined
    ? "Say in the first sentence of the description what the tool does."
    : `Say in the first sentence how it differs from ${first}, or accept both in gold_any.`;
}

function textOf(tool: SearchableTool | undefined): string {
  return `${tool?.name ?? ""} ${tool?.description ?? ""} ${tool?.searchHint ?? ""}`;
}

/** Names of people and places in a request: arguments, not words for what is asked. */
const names = /(?<=[\p{L}\p{N},]\s+)\p{Lu}\p{Ll}+/gu;
/** Longer words that say nothing about a tool. */
const smallWords: ReadonlySet<string> = new Set(
  [
    "about after again also anybody anymore anyone anything been before cant could does dont down even every everybody",
    "everyone everything from have here into just know like make makes more much need nobody only over please really",
    "shall should some somebody someone something than thanks that their them then there these they thing things this",
    "those want wants well were what whats when where which while will with would your",
  ]
    .join(" ")
    .split(" "),
);
const shortWord = 3;

/** Words of some length, once each; parts of names count as words. */
function wordsOf(text: string): string[] {
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/\p{L}+/gu);
  return [...new Set(words ?? [])].filter((word) => word.length > shortWord);
}
