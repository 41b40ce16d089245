import type { PreparedTool } from "@toolcrib/search/remote";

/** Kinds of lexemes: a word; a word that weighs most in its tool; a spelling of a name. */
type LexemeKind = "word" | "prominent" | "name";

const letters: Readonly<Record<LexemeKind, string>> = { word: "w", prominent: "p", name: "n" };

/** PostgreSQL takes lexemes of 2,046 bytes; words of this length are no words. */
const maxWordLength = 100;
const maxNameLength = 500;

/** Whether a term is kept for search: nobody asks for longer ones. */
export function isKeptTerm(term: string): boolean {
  return term.length <= maxWordLength && !term.includes("\0");
}

/**
 * A lexeme of one catalogue, quoted for `tsvector` and `tsquery`. The catalogue's number is part of it, so the index finds
 * the tools of one tenant without looking at those of others.
 */
export function lexeme(catalogue: number, kind: LexemeKind, text: string): string {
  const kept = text.replaceAll("\0", "").slice(0, maxNameLength);
  return `'${prefixOf(catalogue, kind)}${kept.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** What all lexemes of a kind start with. */
export function prefixOf(catalogue: number, kind: LexemeKind): string {
  return `${catalogue}${letters[kind]}`;
}

/** Impacts by the letter that `tsvector` marks them with: the least impact of each, and what it counts as. */
const weights = [
  { letter: "A", least: 150, worth: 185 },
  { letter: "B", least: 100, worth: 120 },
  { letter: "C", least: 60, worth: 80 },
  { letter: "D", least: 0, worth: 40 },
] as const;

/** The weights of the letters D, C, B and A, as `ts_rank` takes them. */
export const rankWeights: string = `{${weights
  .toReversed()
  .map(({ worth }) => worth / 255)
  .join()}}`;

/** A term is at position 1 if its tool describes itself with it, otherwise at position 2. */
const describingPosition = 1;
const otherPosition = 2;

/** Everything that a tool is found by, as the text of a `tsvector`. */
export function lexemesOf(catalogue: number, { terms, nameKeys }: PreparedTool): string {
  const found: string[] = [];
  for (const { term, impact, isDescribing } of terms) {
    if (!isKeptTerm(term)) continue;
    const { letter } = weights.find(({ least }) => impact >= least) ?? weights[3];
    found.push(
      `${lexeme(catalogue, "word", term)}:${isDescribing ? describingPosition : otherPosition}${letter === "D" ? "" : letter}`,
    );
    if (letter === "A") found.push(lexeme(catalogue, "prominent", term));
  }
  for (const key of nameKeys) found.push(lexeme(catalogue, "name", key));
  return found.join(" ");
}
