import { join, posix } from "node:path";
import { ownFiles } from "../folder-graph/folder-graph.ts";
import { type FileImport, listImports } from "../folder-graph/list-imports.ts";
import type { PackageManifest } from "../workspace.ts";
import { type FolderCycle, findFolderCycles } from "./find-cycles.ts";

/** A folder whose subfolders must not import each other in a circle: a package, or another folder with sources. */
export interface CheckedFolder {
  /** From the root of the repository. */
  readonly folder: string;
  readonly manifest?: Pick<PackageManifest, "name" | "exports">;
}

const maxImportsShown = 5;

/** One message for each cycle between folders that is not known, and for each known one that is gone. */
export function checkFolders(
  rootFolder: string,
  folders: readonly CheckedFolder[],
  knownCycles: readonly string[],
): string[] {
  const cycles = folders.flatMap(({ folder, manifest }) =>
    findFolderCycles(listImports(join(rootFolder, folder), manifest)).map((cycle) => fromRoot(folder, cycle)),
  );
  const unneeded = knownCycles.filter((known) => !cycles.some(({ level }) => level === known));
  return [
    ...cycles.filter(({ level }) => !knownCycles.includes(level)).map(describeCycle),
    ...unneeded.map((level) => `${level} has no folder cycle any more: remove it from known-cycles.ts.`),
  ];
}

function fromRoot(folder: string, { level, members, steps }: FolderCycle): FolderCycle {
  const move = ({ from, to }: FileImport): FileImport => ({
    from: posix.join(folder, from),
    to: posix.join(folder, to),
  });
  return {
    level: posix.join(folder, level),
    members,
    steps: steps.map((step) => ({ ...step, imports: step.imports.map(move) })),
  };
}

function describeCycle({ level, members, steps }: FolderCycle): string {
  const first = steps[0]?.from as string;
  const circle = [...steps.map(({ from }) => from), first].map(memberName).join(" → ");
  const others = members.length - steps.length;
  return [
    `${level}: folders import each other in a cycle: ${circle}`,
    ...steps.flatMap(({ from, to, imports }) => [
      `  ${memberName(from)} → ${memberName(to)}`,
      ...imports.slice(0, maxImportsShown).map((entry) => `    ${entry.from} imports ${entry.to}`),
      ...(imports.length > maxImportsShown ? [`    and ${imports.length - maxImportsShown} more imports`] : []),
    ]),
    ...(others > 0
      ? [`  This is one of the shortest ways around. All in it: ${members.map(memberName).join(", ")}.`]
      : []),
  ].join("\n");
}

function memberName(member: string): string {
  return member === ownFiles ? "(its own files)" : member;
}
