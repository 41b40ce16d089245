/** A piece of a line with one look. */
export interface Span {
  readonly text: string;
  readonly bold?: true;
  readonly dim?: true;
  /** The foreground colour, by its ANSI number. */
  readonly colour?: number;
}

interface Look {
  bold: boolean;
  dim: boolean;
  colour: number | undefined;
}

/** Terminals mark colours with the escape character. */
const styleCode = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)m`, "g");

/** The text of a line without its colours. */
export function withoutStyles(line: string): string {
  return line.replace(styleCode, "");
}

/** Splits a line with ANSI colours into pieces. */
export function readSpans(line: string): Span[] {
  const look: Look = { bold: false, dim: false, colour: undefined };
  const spans: Span[] = [];
  let from = 0;
  for (const match of [...line.matchAll(styleCode), undefined]) {
    const text = line.slice(from, match?.index);
    if (text !== "") spans.push(toSpan(text, look));
    if (match === undefined) break;
    for (const code of (match[1] ?? "").split(";").map(Number)) applyCode(look, code);
    from = match.index + match[0].length;
  }
  return spans;
}

function toSpan(text: string, { bold, dim, colour }: Look): Span {
  return { text, ...(bold && { bold: true }), ...(dim && { dim: true }), ...(colour !== undefined && { colour }) };
}

function applyCode(look: Look, code: number): void {
  if (code === 0) Object.assign(look, { bold: false, dim: false, colour: undefined });
  if (code === 1) look.bold = true;
  if (code === 2) look.dim = true;
  if (code === 22) Object.assign(look, { bold: false, dim: false });
  if (code >= 30 && code <= 37) look.colour = code;
  if (code === 39) look.colour = undefined;
}

/** Breaks pieces into rows of at most this many characters, as a terminal does. */
export function wrapSpans(spans: readonly Span[], columns: number): Span[][] {
  const rows: Span[][] = [[]];
  let used = 0;
  for (const span of spans) {
    let rest = Array.from(span.text);
    while (rest.length > 0) {
      if (used === columns) {
        rows.push([]);
        used = 0;
      }
      const part = rest.slice(0, columns - used);
      rows.at(-1)?.push({ ...span, text: part.join("") });
      used += part.length;
      rest = rest.slice(part.length);
    }
  }
  return rows;
}
