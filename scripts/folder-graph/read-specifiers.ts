import { parseSync, Visitor } from "oxc-parser";

/** The modules that a source file names: static and dynamic imports, re-exports and `import("…")` types. */
export function readSpecifiers(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) {
    throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  }
  const specifiers: string[] = [];
  const keep = (node: { readonly source: unknown }): void => {
    const value = (node.source as { readonly value?: unknown } | null)?.value;
    if (typeof value === "string") specifiers.push(value);
  };
  new Visitor({
    ImportDeclaration: keep,
    ExportNamedDeclaration: keep,
    ExportAllDeclaration: keep,
    ImportExpression: keep,
    TSImportType: keep,
  }).visit(program);
  return specifiers;
}
