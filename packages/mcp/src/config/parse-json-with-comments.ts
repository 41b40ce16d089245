/** Parses JSON that may hold comments and trailing commas, as the configs of editors do. Throws a SyntaxError like `JSON.parse`. */
export function parseJsonWithComments(text: string): unknown {
  return JSON.parse(withoutTrailingCommas(withoutComments(text.replace(/^\uFEFF/, ""))));
}

const stringOrComment = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const stringOrComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

// Comments become blanks of the same length, so that the position in an error message is right.
function withoutComments(text: string): string {
  return text.replace(stringOrComment, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, " ")));
}

function withoutTrailingCommas(text: string): string {
  return text.replace(stringOrComma, (found) => (found === "," ? " " : found));
}
