import { type FolderGraph, groupByLevel, listKnots } from "../folder-graph/folder-graph.ts";
import type { FileImport } from "../folder-graph/list-imports.ts";

/** One step of a cycle, with the imports that make it. */
interface CycleStep {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly FileImport[];
}

/**
 * Folders that import each other in a circle. They are compared where their paths part:
 * `level` is the folder that holds them all, and its own files count as one member beside its subfolders.
 */
export interface FolderCycle {
  readonly level: string;
  /** Everything at this level that reaches itself through the others, sorted. */
  readonly members: readonly string[];
  /** One of the shortest ways around. */
  readonly steps: readonly CycleStep[];
}

/** All cycles between folders, at every depth, sorted by level. */
export function findFolderCycles(imports: readonly FileImport[]): FolderCycle[] {
  return [...groupByLevel(imports)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([level, graph]) =>
      listKnots(graph).map((members) => ({ level, members, steps: findShortestCycle(graph, members) })),
    );
}

function findShortestCycle(graph: FolderGraph, members: readonly string[]): CycleStep[] {
  const cycles = members.map((member) => findWayBack(graph, member));
  const shortest = cycles.reduce((best, cycle) => (cycle.length < best.length ? cycle : best));
  return shortest.map((from, index) => {
    const to = shortest[(index + 1) % shortest.length] as string;
    return { from, to, imports: graph.get(from)?.get(to) ?? [] };
  });
}

/** Breadth first, so the first way that comes back to `start` is a shortest one. */
function findWayBack(graph: FolderGraph, start: string): string[] {
  const paths: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) as string)?.keys() ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  throw new Error(`${start} is in no cycle.`);
}
