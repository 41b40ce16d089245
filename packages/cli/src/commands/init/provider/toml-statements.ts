/** A line of a TOML file, or the lines of one value that goes over several. */
export interface Statement {
  readonly start: number;
  /** Behind its line end. */
  readonly end: number;
  readonly text: string;
}

// Strings and comments are one token each, so that what is in them means nothing.
const tokens = /"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[{]|[\]}]|\n/g;

/** Splits a TOML file into its statements, in one pass. The text must be valid TOML. */
export function splitStatements(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  let depth = 0;
  const close = (end: number): void => {
    if (end > start) statements.push({ start, end, text: text.slice(start, end) });
    start = end;
  };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    else if (token === "\n" && depth === 0) close(index + 1);
  }
  close(text.length);
  return statements;
}

/** Whether a statement is a table's header. */
export function isHeader({ text }: Statement): boolean {
  return /^[ \t]*\[/.test(text);
}

/** Whether a statement is neither empty nor a comment. */
export function hasContent({ text }: Statement): boolean {
  return /^[ \t]*[^\s#]/.test(text);
}
