import { type Node, parseTree } from "jsonc-parser";

/** A key that an object of a config has twice: a parser takes the second, and nobody notices. */
export interface RepeatedKey {
  /** With the keys around it: `mcpServers.github`. */
  readonly key: string;
  /** The lines of both, from 1. */
  readonly first: number;
  readonly second: number;
}

/** The first key of a text that is given twice. The text must be JSON with comments that can be parsed. */
export function findRepeatedKey(text: string): RepeatedKey | undefined {
  const root = parseTree(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
  const left: { readonly node: Node; readonly path: readonly (string | number)[] }[] = [];
  if (root !== undefined) left.push({ node: root, path: [] });
  // The list grows while it is read.
  for (const { node, path } of left) {
    const seen = new Map<string, Node>();
    for (const [index, child] of (node.children ?? []).entries()) {
      if (node.type !== "object") {
        left.push({ node: child, path: [...path, index] });
        continue;
      }
      const [name, value] = child.children ?? [];
      const key = String(name?.value);
      const earlier = seen.get(key);
      if (earlier !== undefined) {
        return { key: [...path, key].join("."), first: lineOf(text, earlier), second: lineOf(text, child) };
      }
      seen.set(key, child);
      if (value !== undefined) left.push({ node: value, path: [...path, key] });
    }
  }
  return undefined;
}

function lineOf(text: string, { offset }: Node): number {
  return text.slice(0, offset).split("\n").length;
}
