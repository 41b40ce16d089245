import type { FileImport } from "./list-imports.ts";

/** One step of a cycle, with the imports that make it. */
interface CycleStep {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly FileImport[];
}

/**
 * Folders that import each other in a circle. They are compared where their paths part:
 * `level` is the folder that holds them all, and `own` files of that folder count as one member beside its subfolders.
 */
export interface FolderCycle {
  readonly level: string;
  /** Everything at this level that reaches itself through the others, sorted. */
  readonly members: readonly string[];
  /** One of the shortest ways around. */
  readonly steps: readonly CycleStep[];
}

/** The name of a folder's own files among its subfolders. */
export const ownFiles = ".";

type Graph = Map<string, Map<string, FileImport[]>>;

/** All cycles between folders, at every depth, sorted by level. */
export function findFolderCycles(imports: readonly FileImport[]): FolderCycle[] {
  return [...groupByLevel(imports)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([level, graph]) =>
      listKnots(graph).map((members) => ({ level, members, steps: findShortestCycle(graph, members) })),
    );
}

/** The folders in which imports part ways, each with the graph of what lies directly in it. */
function groupByLevel(imports: readonly FileImport[]): Map<string, Graph> {
  const levels = new Map<string, Graph>();
  for (const entry of imports) {
    const { level, from, to } = locate(entry);
    if (from === to) continue;
    const graph = getOrSet(levels, level, (): Graph => new Map());
    getOrSet(graph, to, () => new Map());
    const targets = getOrSet(graph, from, (): Map<string, FileImport[]> => new Map());
    getOrSet(targets, to, (): FileImport[] => []).push(entry);
  }
  return levels;
}

function locate({ from, to }: FileImport): { level: string; from: string; to: string } {
  const fromFolders = from.split("/").slice(0, -1);
  const toFolders = to.split("/").slice(0, -1);
  let shared = 0;
  while (shared < fromFolders.length && fromFolders[shared] === toFolders[shared]) shared++;
  return {
    level: fromFolders.slice(0, shared).join("/"),
    from: fromFolders[shared] ?? ownFiles,
    to: toFolders[shared] ?? ownFiles,
  };
}

/** Groups of nodes that all reach each other: the strongly connected components of more than one node. */
function listKnots(graph: Graph): string[][] {
  const reachable = new Map([...graph.keys()].map((node) => [node, listReachable(graph, node)]));
  const knots: string[][] = [];
  const placed = new Set<string>();
  for (const node of [...graph.keys()].toSorted()) {
    if (placed.has(node) || !reachable.get(node)?.has(node)) continue;
    const knot = [...graph.keys()].filter(
      (other) => reachable.get(node)?.has(other) && reachable.get(other)?.has(node),
    );
    for (const member of knot) placed.add(member);
    knots.push(knot.toSorted());
  }
  return knots;
}

function listReachable(graph: Graph, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(start)?.keys() ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...(graph.get(node)?.keys() ?? []));
  }
  return seen;
}

function findShortestCycle(graph: Graph, members: readonly string[]): CycleStep[] {
  const cycles = members.map((member) => findWayBack(graph, member));
  const shortest = cycles.reduce((best, cycle) => (cycle.length < best.length ? cycle : best));
  return shortest.map((from, index) => {
    const to = shortest[(index + 1) % shortest.length] as string;
    return { from, to, imports: graph.get(from)?.get(to) ?? [] };
  });
}

/** Breadth first, so the first way that comes back to `start` is a shortest one. */
function findWayBack(graph: Graph, start: string): string[] {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) as string)?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  throw new Error(`${start} is in no cycle.`);
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
