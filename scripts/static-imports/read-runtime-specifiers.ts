import { parseSync, Visitor } from "oxc-parser";

/** The modules that are loaded together with a file: its static imports and re-exports, type-only ones left out. */
export function readRuntimeSpecifiers(file: string, source: string): string[] {
  const specifiers: string[] = [];
  const keep = (kind: string | undefined, node: { readonly source: unknown }): void => {
    const value = (node.source as { readonly value?: unknown } | null)?.value;
    // An import whose names are all marked `type` is still loaded: the compiler keeps every import that is not `import type`.
    if (kind !== "type" && typeof value === "string") specifiers.push(value);
  };
  new Visitor({
    ImportDeclaration: (node) => keep(node.importKind, node),
    ExportNamedDeclaration: (node) => keep(node.exportKind, node),
    ExportAllDeclaration: (node) => keep(node.exportKind, node),
  }).visit(parseSync(file, source).program);
  return specifiers;
}
