import { readFileSync } from "node:fs";
import { type SearchAnswer, type SearchableTool, ToolIndex } from "@toolcrib/search";

/** Queries are tuned on one half and reported on the other. */
export type Half = "tune" | "held";

/** One line of `data/queries/*.jsonl`: a query and what a sensible user insists on. */
export interface RankedQuery {
  readonly query: string;
  /** A file of `data/catalogues`, or `sample`. */
  readonly catalogue: string;
  /** Where users met the failure. */
  readonly source: string;
  readonly half: Half;
  /** One of these within `rank`. */
  readonly anyOf?: readonly string[];
  /** Each of these within `rank`. */
  readonly allOf?: readonly string[];
  readonly rank?: number;
  /** None of these at any rank. */
  readonly never?: readonly string[];
  /** Nothing at all. */
  readonly none?: true;
  /** Quoted from the source: no share of misses excuses it. */
  readonly must?: true;
}

/** What came of one query. */
export interface Outcome {
  readonly query: RankedQuery;
  readonly isMet: boolean;
  /** One line for whoever has to find out why. */
  readonly line: string;
}

/** The catalogue that the command line comes with. */
const sampleTools = "../../../../cli/sample/tools";

/** Reads a catalogue of `data/catalogues`, or the `sample`. */
export function readCatalogue(name: string): readonly SearchableTool[] {
  return readLines(name === "sample" ? sampleTools : `catalogues/${name}`) as readonly SearchableTool[];
}

/** Reads the queries of a case. */
export function readQueries(name: string): readonly RankedQuery[] {
  return readLines(`queries/${name}`) as readonly RankedQuery[];
}

function readLines(path: string): readonly unknown[] {
  const text = readFileSync(new URL(`data/${path}.jsonl`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

const indexes = new Map<string, Promise<ToolIndex>>();

/** An index of a catalogue, ready to be searched; built once for all tests of a file. */
export function indexOf(catalogue: string): Promise<ToolIndex> {
  const known = indexes.get(catalogue) ?? buildIndex(readCatalogue(catalogue));
  indexes.set(catalogue, known);
  return known;
}

/** An index of these tools, with its vectors. */
export async function buildIndex(tools: readonly SearchableTool[]): Promise<ToolIndex> {
  const index = new ToolIndex();
  index.add(tools);
  await index.ready();
  return index;
}

/** Asks one query and judges the answer: ranks go over hits and candidates in order, and only hits count as returned. */
export async function ask(query: RankedQuery): Promise<Outcome> {
  const index = await indexOf(query.catalogue);
  return judge(query, await index.search(query.query));
}

/** Asks all queries, one after the other. */
export async function askAll(queries: readonly RankedQuery[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const query of queries) outcomes.push(await ask(query));
  return outcomes;
}

function judge(query: RankedQuery, answer: SearchAnswer): Outcome {
  const loaded = answer.hits.map(({ name }) => name);
  const names = [...loaded, ...answer.candidates.map(({ name }) => name)];
  const rankOf = (name: string): number => names.indexOf(name) + 1;
  const isWithin = (name: string): boolean =>
    rankOf(name) > 0 && rankOf(name) <= (query.rank ?? Number.POSITIVE_INFINITY);
  const isMet =
    (query.anyOf?.some(isWithin) ?? true) &&
    (query.allOf?.every(isWithin) ?? true) &&
    !(query.never?.some((name) => loaded.includes(name)) ?? false) &&
    (query.none === undefined || loaded.length === 0);
  const expected = [...(query.anyOf ?? []), ...(query.allOf ?? [])];
  const ranks = expected.map((name) => `${name} at ${rankOf(name) || "no rank"}`).join(", ");
  const wanted = query.none
    ? "nothing"
    : query.never
      ? `without ${query.never.join(", ")}`
      : `rank ≤ ${query.rank}: ${ranks}`;
  return { query, isMet, line: `${JSON.stringify(query.query)} wants ${wanted}; got ${names.join(", ") || "nothing"}` };
}

/** The share of a half that must be met, and the misses where it is not. */
export function missesBeyond(outcomes: readonly Outcome[], half: Half, minShare: number): readonly string[] {
  const ofHalf = outcomes.filter(({ query }) => query.half === half);
  const misses = ofHalf.filter(({ isMet }) => !isMet).map(({ line }) => line);
  const allowed = Math.floor(ofHalf.length * (1 - minShare) + 1e-9);
  return misses.length > allowed ? [`${misses.length} of ${ofHalf.length} missed, ${allowed} allowed`, ...misses] : [];
}
