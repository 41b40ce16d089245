import { type RankerName, ToolIndex, type ToolIndexOptions } from "@toolcrib/search";
import type { ForeignQuery, ForeignSet } from "./sets.ts";

/** Sums over the queries of a group. */
export interface Figures {
  count: number;
  /** Acceptable tools in first place, and among the first five of hits and candidates. */
  first: number;
  five: number;
  /** Queries with neither a hit nor a candidate. */
  refused: number;
  /** Queries with a hit; of answerable ones, with an acceptable tool among the hits. */
  withHit: number;
}

/** Asks all queries, and the English ones that they translate, and sums up by kind and by language. */
export async function measure(
  sets: readonly ForeignSet[],
  options: ToolIndexOptions,
  ranker: RankerName,
): Promise<ReadonlyMap<string, Figures>> {
  const groups = new Map<string, Figures>();
  for (const { tools, queries, english } of sets) {
    const index = new ToolIndex(options);
    index.add(tools);
    await index.ready();
    for (const query of queries) {
      await ask(
        index,
        query.query,
        query,
        ranker,
        [query.kind, ...(query.kind === "unanswerable" ? [] : ["answerable", `in ${query.language}`])],
        groups,
      );
      const original = query.of === undefined ? undefined : english.get(query.of);
      if (original !== undefined && query.kind !== "unanswerable") {
        await ask(index, original, query, ranker, ["the same in English"], groups);
        await ask(index, query.query, query, ranker, ["translated from English"], groups);
      }
    }
  }
  return new Map([...groups].sort(([a], [b]) => a.localeCompare(b)));
}

async function ask(
  index: ToolIndex,
  text: string,
  { gold, gold_any: accepted = gold.map((name) => [name]), kind }: ForeignQuery,
  ranker: RankerName,
  names: readonly string[],
  groups: Map<string, Figures>,
): Promise<void> {
  const { hits, candidates } = await index.search(text, { ranker });
  const order = [...hits, ...candidates].map(({ name }) => name);
  const isAccepted = (name: string): boolean => accepted.some((names) => names.includes(name));
  const place = order.findIndex(isAccepted);
  for (const name of names) {
    const figures = groups.get(name) ?? { count: 0, first: 0, five: 0, refused: 0, withHit: 0 };
    groups.set(name, figures);
    figures.count++;
    figures.first += place === 0 ? 1 : 0;
    figures.five += place >= 0 && place < 5 ? 1 : 0;
    figures.refused += order.length === 0 ? 1 : 0;
    const isLoaded = kind === "unanswerable" ? hits.length > 0 : hits.some(({ name: hit }) => isAccepted(hit));
    figures.withHit += isLoaded ? 1 : 0;
  }
}
