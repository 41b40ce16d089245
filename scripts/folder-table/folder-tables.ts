import { join, posix } from "node:path";
import { type FolderGraph, groupByLevel, ownFiles } from "../folder-graph/folder-graph.ts";
import { listImports } from "../folder-graph/list-imports.ts";
import { rootFolder } from "../workspace.ts";
import { renderFolderTable } from "./render-folder-table.ts";

/** The document that shows tables of folders, from the root of the repository. */
export const documentWithFolderTables = "ARCHITECTURE.md";

// `index.ts` imports everything that is public, and `testing` whatever it likes: neither shows how data flows.
const leftOut = new Set([ownFiles, "testing"]);
const block = /(<!-- folders of (\S+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The document with the tables between its marks made again from the sources. */
export function updateFolderTables(markdown: string): string {
  return markdown.replace(block, (_, start: string, folder: string, end: string) => {
    return `${start}\n${renderFolderTable(readGraph(folder))}\n\n${end}`;
  });
}

/** Which folders of a folder import which, without what does not show how data flows. */
export function readGraph(folder: string): FolderGraph {
  const imports = listImports(join(rootFolder, posix.dirname(folder)));
  const graph = groupByLevel(imports).get(posix.basename(folder));
  if (graph === undefined) throw new Error(`${folder} has no folders that import each other.`);
  const kept = [...graph].filter(([from]) => !leftOut.has(from));
  return new Map(kept.map(([from, targets]) => [from, new Map([...targets].filter(([to]) => !leftOut.has(to)))]));
}
