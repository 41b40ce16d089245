import { readFileSync } from "node:fs";
import { DefinitionFinder, type ToolDefinition } from "./find-definitions.ts";
import { sourceFiles } from "./package-files.ts";
import { findConstants, parseSource, type SyntaxNode } from "./syntax.ts";

const minSharedNameLength = 3;

/** The tools that a package's code defines, read from the code: compiled files first, TypeScript where those have none. */
export function readPackageTools(folder: string): ToolDefinition[] {
  const compiled = readFiles(sourceFiles(folder, /\.[cm]?js$/), false);
  return compiled.length > 0 ? compiled : readFiles(sourceFiles(folder, /\.[cm]?tsx?$/), true);
}

function readFiles(paths: readonly string[], isTypeScript: boolean): ToolDefinition[] {
  const files: { root: SyntaxNode; own: Map<string, SyntaxNode> }[] = [];
  const shared = new Map<string, SyntaxNode>();
  for (const path of paths) {
    const root = parseSource(readFileSync(path, "utf8"), isTypeScript);
    if (root === null) continue;
    const own = findConstants(root);
    files.push({ root, own });
    for (const [name, value] of own) {
      if (name.length >= minSharedNameLength && !shared.has(name)) shared.set(name, value);
    }
  }
  const finder = new DefinitionFinder();
  for (const { root, own } of files) finder.read(root, new Map([...shared, ...own]));
  return finder.definitions();
}
