import { parse } from "@babel/parser";

/** A node of a syntax tree, as the parser leaves it; fields are checked where they are read. */
export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What the constants of a file are set to, by name. */
export type Constants = ReadonlyMap<string, SyntaxNode>;

const skippedFields = new Set(["loc", "extra", "comments", "leadingComments", "trailingComments", "innerComments"]);
const wrappers = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "ParenthesizedExpression"]);

/** The tree of a file, or null where it cannot be parsed. */
export function parseSource(text: string, isTypeScript: boolean): SyntaxNode | null {
  try {
    const plugins = isTypeScript ? (["typescript", "decorators-legacy"] as const) : [];
    const file = parse(text, {
      sourceType: "unambiguous",
      errorRecovery: true,
      allowReturnOutsideFunction: true,
      plugins: [...plugins],
    });
    return file.program as unknown as SyntaxNode;
  } catch {
    return null;
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

export function nodesIn(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Calls `see` for a node and everything below it. A list of work instead of recursion: bundles nest deeply. */
export function visitAll(root: SyntaxNode, see: (node: SyntaxNode) => void): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) waiting.push(value[index]);
    } else if (isNode(value)) {
      see(value);
      const fields = Object.keys(value).filter((field) => !skippedFields.has(field));
      for (let index = fields.length - 1; index >= 0; index--) {
        const child = value[fields[index] as string];
        if (typeof child === "object" && child !== null) waiting.push(child);
      }
    }
  }
}

/** The first value that each name is declared with. */
export function findConstants(root: SyntaxNode): Map<string, SyntaxNode> {
  const constants = new Map<string, SyntaxNode>();
  visitAll(root, (node) => {
    if (node.type !== "VariableDeclarator" || !isNode(node["id"]) || !isNode(node["init"])) return;
    const name = node["id"]["name"];
    if (typeof name === "string" && !constants.has(name)) constants.set(name, node["init"]);
  });
  return constants;
}

export function unwrap(value: unknown): SyntaxNode | null {
  let node = isNode(value) ? value : null;
  while (node !== null && wrappers.has(node.type)) node = isNode(node["expression"]) ? node["expression"] : null;
  return node;
}

/** The key of an object's property, where it is plain to see. */
export function keyOf(property: SyntaxNode): string | null {
  const key = property["key"];
  if (!isNode(key) || property["computed"] === true) return null;
  const name = key["name"] ?? key["value"];
  return typeof name === "string" ? name : null;
}

/** The value of an object's property, or null where there is none of that name. */
export function propertyValue(object: SyntaxNode, name: string): SyntaxNode | null {
  const property = nodesIn(object["properties"]).find(
    (candidate) =>
      (candidate.type === "ObjectProperty" || candidate.type === "ObjectMethod") && keyOf(candidate) === name,
  );
  if (property === undefined) return null;
  return property.type === "ObjectMethod" ? property : unwrap(property["value"]);
}

/** The name after the last dot of what is called: `tool` in `server.tool(…)`. */
export function calledName(call: SyntaxNode): string | null {
  const callee = call["callee"];
  if (!isNode(callee)) return null;
  const named = callee.type === "MemberExpression" ? callee["property"] : callee;
  const name = isNode(named) ? named["name"] : null;
  return typeof name === "string" ? name : null;
}
