import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { groupByLevel, listReachable } from "../folder-graph/folder-graph.ts";
import { rootFolder } from "../workspace.ts";
import { documentWithFolderTables, readGraph, updateFolderTables } from "./folder-tables.ts";
import { renderFolderTable } from "./render-folder-table.ts";

function renderImports(...imports: readonly (readonly [from: string, to: string])[]): string[] {
  const files = imports.map(([from, to]) => ({ from: `${from}/file.ts`, to: `${to}/file.ts` }));
  const table = renderFolderTable(groupByLevel(files).get("") ?? new Map());
  return table.split("\n").slice(2);
}

describe("a table of folders", () => {
  it("lists each folder above what it imports", () => {
    expect(renderImports(["plan", "dialect"], ["route", "plan"])).toEqual([
      "| `route` | `plan` |",
      "| `plan` | `dialect` |",
      "| `dialect` | |",
    ]);
  });

  it("leaves out an import that another one implies", () => {
    expect(renderImports(["route", "dialect"], ["route", "plan"], ["plan", "dialect"])[0]).toBe("| `route` | `plan` |");
  });

  it("puts the folders of a cycle into one row", () => {
    expect(renderImports(["route", "plan"], ["plan", "loop"], ["loop", "plan"], ["loop", "dialect"])).toEqual([
      "| `route` | `loop`, `plan` |",
      "| `loop`, `plan` | `dialect` |",
      "| `dialect` | |",
    ]);
  });

  it("is up to date in ARCHITECTURE.md", () => {
    const document = readFileSync(join(rootFolder, documentWithFolderTables), "utf8");

    expect(document).toContain("<!-- folders of packages/gateway/src -->");
    expect(document, "run `npm run docs:folders`").toBe(updateFolderTables(document));
  });
});

describe("the gateway", () => {
  const graph = readGraph("packages/gateway/src");
  const importersOf = (folder: string): string[] =>
    [...graph].filter(([, targets]) => targets.has(folder)).map(([from]) => from);

  it("imports dialects where it registers them, for their names and to write bytes, and in no step of a request", () => {
    expect(importersOf("dialects").toSorted()).toEqual(["answer", "config", "server"]);
  });

  it.each([
    ["answer", "loop"],
    ["loop", "plan"],
    ["plan", "turn"],
    ["turn", "catalogue"],
    ["turn", "route"],
  ])("goes from %s to %s and never back", (later, earlier) => {
    expect(graph.get(later)?.has(earlier)).toBe(true);
    expect(listReachable(graph, earlier).has(later)).toBe(false);
  });
});
