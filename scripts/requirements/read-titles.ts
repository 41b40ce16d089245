import { type CallExpression, type Expression, type Node, Visitor } from "oxc-parser";
import type { ParsedFile } from "./parse-file.ts";
import { readCitedIds } from "./read-ids.ts";
import { readTableIds } from "./read-table-ids.ts";

/** The title of one test, or of a group of tests. */
export interface Title {
  readonly file: string;
  readonly text: string;
  /** The ids at its start. A title that starts with a placeholder has the ids that start its table's values. */
  readonly ids: readonly string[];
  readonly isGroup: boolean;
  /** Whether the test is expected to fail. */
  readonly isGap: boolean;
}

/** The titles of a test file: every `it(…)`, `test(…)` and `describe(…)`, also with `.each` and `.fails`. */
export function readTitles(file: ParsedFile): Title[] {
  const calls: CallExpression[] = [];
  new Visitor({ CallExpression: (call) => void calls.push(call) }).visit(file.program);
  return calls.flatMap((call) => readTitle(file, call) ?? []);
}

function readTitle(file: ParsedFile, { callee, arguments: [title] }: CallExpression): Title | undefined {
  const text = textOf(title);
  const declaration = readDeclaration(callee);
  if (text === undefined || declaration === undefined) return undefined;
  const { name, modifiers, table } = declaration;
  const ids = /^[$%]/.test(text) && table !== undefined ? readTableIds(file, table) : readCitedIds(text);
  return { file: file.path, text, ids, isGroup: name === "describe", isGap: modifiers.includes("fails") };
}

interface Declaration {
  readonly name: string;
  readonly modifiers: readonly string[];
  readonly table?: Node;
}

/** What `it`, `it.fails` or `it.each(table)` declares; undefined for any other call. */
function readDeclaration(callee: Expression): Declaration | undefined {
  if (callee.type === "Identifier") {
    return ["it", "test", "describe"].includes(callee.name) ? { name: callee.name, modifiers: [] } : undefined;
  }
  if (callee.type === "CallExpression") {
    const [table] = callee.arguments;
    const declaration = readDeclaration(callee.callee);
    return table === undefined || declaration === undefined ? undefined : { ...declaration, table };
  }
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  const declaration = readDeclaration(callee.object);
  return declaration && { ...declaration, modifiers: [...declaration.modifiers, callee.property.name] };
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.raw).join("…") : undefined;
}
