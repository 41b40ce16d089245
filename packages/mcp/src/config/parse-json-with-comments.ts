import { findNodeAtLocation, getNodeValue, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/**
 * Parses JSON with comments and trailing commas, the format of editors' config files. Throws a SyntaxError that gives
 * the line and column but quotes nothing of the text. Objects have no prototype, so `__proto__` is an ordinary key.
 */
export function parseJsonWithComments(text: string): unknown {
  try {
    return parseText(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    // jsonc-parser is recursive.
    if (error instanceof RangeError) throw new SyntaxError("nested too deeply");
    throw error;
  }
}

function parseText(text: string): unknown {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) throw new SyntaxError(`${nameOf(first)} at ${placeOf(text, first.offset)}`);
  return root && getNodeValue(root);
}

/** `CommaExpected` becomes "missing comma", `InvalidSymbol` "invalid symbol". */
function nameOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replace(/^(.+) expected$/, "missing $1");
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${String(lines.at(-1)).length + 1}`;
}

/** The line of the value at this path in such a text, or of what should contain it, from 1; undefined if there is neither. */
export function findJsonLine(text: string, path: readonly (string | number)[]): number | undefined {
  const root = parseTree(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
  if (root === undefined) return undefined;
  const node = findNodeAtLocation(root, [...path]) ?? findNodeAtLocation(root, path.slice(0, -1));
  return node && text.slice(0, node.offset).split("\n").length;
}
