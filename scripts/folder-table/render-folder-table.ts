import { type FolderGraph, listKnots, listReachable } from "../folder-graph/folder-graph.ts";

/**
 * A Markdown table of folders, each above everything that it imports. An import that another import of the same row implies is left out, so that
 * folders in a straight line show as one. Folders in a cycle share a row.
 */
export function renderFolderTable(graph: FolderGraph): string {
  const groups = listGroups(graph);
  const groupOf = new Map(groups.flatMap((group) => group.map((folder) => [folder, group])));
  const heights = new Map<Group, number>();
  const importsOf = (group: Group): Group[] => {
    const targets = group.flatMap((folder) => [...(graph.get(folder)?.keys() ?? [])].map((to) => groupOf.get(to)));
    return [...new Set(targets)].filter((target) => target !== undefined && target !== group) as Group[];
  };
  const heightOf = (group: Group): number => {
    const known = heights.get(group);
    if (known !== undefined) return known;
    const height = Math.max(0, ...importsOf(group).map((target) => heightOf(target) + 1));
    heights.set(group, height);
    return height;
  };
  const isImplied = (target: Group, others: readonly Group[]): boolean =>
    others.some((other) => other !== target && listReachable(graph, first(other)).has(first(target)));
  const rows = groups
    .toSorted((left, right) => heightOf(right) - heightOf(left) || (first(left) < first(right) ? -1 : 1))
    .map((group) => {
      const targets = importsOf(group);
      return [
        group,
        targets
          .filter((target) => !isImplied(target, targets))
          .flat()
          .toSorted(),
      ] as const;
    });
  return [
    "| folder | imports |",
    "|---|---|",
    ...rows.map(([group, imports]) => `| ${inCode(group)} | ${inCode(imports)} |`),
  ]
    .join("\n")
    .replaceAll("|  |", "| |");
}

type Group = readonly string[];

function listGroups(graph: FolderGraph): Group[] {
  const knots = listKnots(graph);
  const inKnots = new Set(knots.flat());
  return [...knots, ...[...graph.keys()].filter((folder) => !inKnots.has(folder)).map((folder) => [folder])];
}

function first(group: Group): string {
  return group[0] as string;
}

function inCode(folders: readonly string[]): string {
  return folders.map((folder) => `\`${folder}\``).join(", ");
}
