import { type SearchableTool, ToolIndex, type ToolIndexOptions } from "@toolcrib/search";
import type { Victim } from "./attack.ts";
import { attacksOn } from "./attacks.ts";

/** A catalogue with requests, and for each request the names of the tools that serve it. */
export interface AttackedSet {
  readonly tools: readonly SearchableTool[];
  readonly queries: readonly { readonly query: string; readonly accepted: readonly string[] }[];
}

/** What an attack achieves. */
export interface AttackOutcome {
  readonly attack: string;
  /** Requests that an honest tool served in first place, and that a hostile tool comes first for. */
  readonly won: readonly string[];
  /** How many requests an honest tool served in first place. */
  readonly served: number;
  /** The share of all requests that get another first tool. */
  readonly changed: number;
}

/** Attacks a catalogue in every way, one after the other, by way of so many of its most popular tools. */
export async function measureAttacks(
  { tools, queries }: AttackedSet,
  popularTools = 1,
  options: ToolIndexOptions = {},
): Promise<AttackOutcome[]> {
  const index = new ToolIndex(options);
  index.add(tools);
  await index.ready();
  const firstOf = async (query: string): Promise<string | undefined> => {
    const { hits, candidates } = await index.search(query);
    return [...hits, ...candidates][0]?.name;
  };
  const honest: { readonly first: string | undefined; readonly isServed: boolean }[] = [];
  const servedBy = new Map<string, number>();
  for (const { query, accepted } of queries) {
    const first = await firstOf(query);
    const isServed = first !== undefined && accepted.includes(first);
    honest.push({ first, isServed });
    if (isServed) {
      servedBy.set(first, (servedBy.get(first) ?? 0) + 1);
    }
  }
  const toolNamed = (wanted: string): SearchableTool => tools.find(({ name }) => name === wanted) as SearchableTool;
  const popular = [...servedBy]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, popularTools)
    .map(([name]) => toolNamed(name));
  const texts = queries.map(({ query }) => query);
  // What is asked in another script is not judged (docs/search-design.md), so these attacks say what is asked in English.
  const served = queries.flatMap(({ query }, place) => {
    const { first, isServed } = honest[place] as (typeof honest)[number];
    return isServed && first !== undefined && latin.test(query) ? [{ query, tool: toolNamed(first) }] : [];
  });
  // Many attacks are the same whatever the popular tool is.
  const attacks = new Map(
    popular
      .flatMap((tool, place) =>
        attacksOn({ tools, queries: texts, popular: tool, served: tenOf(served, place / popularTools) }),
      )
      .map((attack) => [JSON.stringify(attack.tools), attack]),
  );
  const outcomes: AttackOutcome[] = [];
  for (const attack of attacks.values()) {
    index.add(attack.tools);
    await index.ready();
    const hostile = new Set(attack.tools.map(({ name }) => name));
    const won: string[] = [];
    let changed = 0;
    for (const [place, { query }] of queries.entries()) {
      const first = await firstOf(query);
      const before = honest[place] as (typeof honest)[number];
      changed += first === before.first ? 0 : 1;
      if (before.isServed && first !== undefined && hostile.has(first)) {
        won.push(query);
      }
    }
    index.remove(hostile);
    const served = honest.filter(({ isServed }) => isServed).length;
    outcomes.push({ attack: attack.name, won, served, changed: changed / queries.length });
  }
  return outcomes;
}

const latin = /[a-z]/i;

/** Ten requests, evenly spread, from another one on for each way of attacking. */
function tenOf(served: Victim["served"], shift: number): Victim["served"] {
  const step = served.length / 10;
  return Array.from({ length: 10 }, (_, place) => served[Math.floor((place + shift) * step)]).filter(
    (request) => request !== undefined,
  );
}
