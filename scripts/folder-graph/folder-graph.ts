import type { FileImport } from "./list-imports.ts";

/** The name of a folder's own files among its subfolders. */
export const ownFiles = ".";

/** What lies directly in one folder: who imports whom, with the imports. */
export type FolderGraph = Map<string, Map<string, FileImport[]>>;

/** The folders in which imports part ways, each with the graph of what lies directly in it. */
export function groupByLevel(imports: readonly FileImport[]): Map<string, FolderGraph> {
  const levels = new Map<string, FolderGraph>();
  for (const entry of imports) {
    const { level, from, to } = locate(entry);
    if (from === to) continue;
    const graph = getOrSet(levels, level, (): FolderGraph => new Map());
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
export function listKnots(graph: FolderGraph): string[][] {
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

/** Everything that a node imports, directly or through others. */
export function listReachable(graph: FolderGraph, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(start)?.keys() ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...(graph.get(node)?.keys() ?? []));
  }
  return seen;
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
