import type { EngineIndex, SearchEngine } from "./search-engine.ts";

/** One row of the tables: a ranker over a catalogue that its engine has indexed. */
export interface RankedSystem {
  readonly name: string;
  readonly isOwn: boolean;
  search(query: string, limit: number): readonly string[] | Promise<readonly string[]>;
}

export function listRankedSystems(engine: SearchEngine, index: EngineIndex): RankedSystem[] {
  return engine.rankers.map((ranker) => ({
    name: ranker === engine.name ? ranker : `${engine.name} ${ranker}`,
    isOwn: engine.name.startsWith("toolcrib"),
    search: (query, limit) => index.search(query, limit, ranker),
  }));
}
