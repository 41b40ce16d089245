import { type Candidate, changeWords, rankHits, type SearchHit } from "./rank-change.ts";
import type { RankerResult } from "./use-searches.ts";

/** What one ranker made of a tool. */
export interface RankerCell {
  readonly ranker: string;
  /** Undefined if the ranker only names the tool, without loading it. */
  readonly rank: number | undefined;
  readonly hit: SearchHit | undefined;
  /** Tools of other servers that say the same. */
  readonly sameAs: readonly string[];
  /** How an edit changed the rank, in words. */
  readonly change: string | undefined;
}

/** A tool that some ranker returned. */
export interface ComparedTool {
  readonly name: string;
  readonly cells: readonly (RankerCell | undefined)[];
}

/** The tools of all rankers: the hits of one ranker in its order, what it only names, and what only others found. */
export interface Comparison {
  readonly hits: readonly ComparedTool[];
  readonly candidates: readonly ComparedTool[];
  readonly others: readonly ComparedTool[];
}

export function compareTools(results: readonly RankerResult[], ranker: string): Comparison {
  const columns = results.map((result) => cellsOf(result));
  const chosen = Math.max(
    0,
    results.findIndex((result) => result.ranker === ranker),
  );
  const tools = [...new Set(columns.flatMap((column) => [...column.keys()]))].map((name) => ({
    name,
    cells: columns.map((column) => column.get(name)),
  }));
  const rankOf = ({ cells }: ComparedTool) => cells[chosen]?.rank ?? Number.POSITIVE_INFINITY;
  const best = ({ cells }: ComparedTool) => Math.min(...cells.map((cell) => cell?.rank ?? Number.POSITIVE_INFINITY));
  const isNamed = ({ cells }: ComparedTool) => cells[chosen] !== undefined && cells[chosen].rank === undefined;
  return {
    hits: tools.filter((tool) => Number.isFinite(rankOf(tool))).toSorted((left, right) => rankOf(left) - rankOf(right)),
    candidates: tools.filter(isNamed),
    others: tools
      .filter(({ cells }) => cells[chosen] === undefined)
      .toSorted((left, right) => best(left) - best(right)),
  };
}

function cellsOf({ ranker, answer, before }: RankerResult): ReadonlyMap<string, RankerCell> {
  const named = (answer?.candidates ?? []).map(
    ({ name, sameAs = [] }: Candidate) =>
      [name, { ranker, rank: undefined, hit: undefined, sameAs, change: undefined }] as const,
  );
  const hits = rankHits(answer?.hits ?? [], before?.hits).map(
    (ranked) =>
      [
        ranked.hit.name,
        {
          ranker,
          rank: ranked.rank,
          hit: ranked.hit,
          sameAs: ranked.hit.sameAs ?? [],
          change: changeWords(ranked),
        },
      ] as const,
  );
  return new Map<string, RankerCell>([...named, ...hits]);
}
