import { dirname, join } from "node:path";
import type { Node } from "oxc-parser";
import { type ParsedFile, parseFile } from "./parse-file.ts";
import { readCitedIds } from "./read-ids.ts";

/** The ids that start the texts of a table. It may be a constant, or a list of constants, of this file or of one that it imports. */
export function readTableIds(file: ParsedFile, table: Node): string[] {
  if (table.type === "TSAsExpression") return readTableIds(file, table.expression);
  if (table.type === "Identifier") return readConstantIds(file, table.name);
  const spread = table.type === "ArrayExpression" ? table.elements : [];
  const constants = spread.flatMap((element) =>
    element?.type === "SpreadElement" ? readTableIds(file, element.argument) : [],
  );
  const texts = file.source.slice(table.start, table.end).matchAll(/(["'`])(.*?)\1/g);
  return [...constants, ...[...texts].flatMap(([, , text = ""]) => readCitedIds(text))];
}

function readConstantIds(file: ParsedFile, name: string): string[] {
  for (const statement of file.program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type === "VariableDeclaration") {
      const constant = declaration.declarations.find(({ id }) => id.type === "Identifier" && id.name === name);
      if (constant?.init) return readTableIds(file, constant.init);
    }
    if (statement.type === "ImportDeclaration" && statement.specifiers.some(({ local }) => local.name === name)) {
      const { value } = statement.source;
      return value.startsWith(".") ? readConstantIds(parseFile(join(dirname(file.path), value)), name) : [];
    }
  }
  return [];
}
