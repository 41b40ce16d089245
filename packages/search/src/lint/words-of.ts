import { splitWords } from "../text/split-words.ts";
import { termOf } from "../text/term.ts";

/** Verbs that mean the same on most tools, so that they do not distinguish tools. */
const sameVerbs: readonly (readonly string[])[] = [
  ["get", "fetch", "retrieve"],
  ["delete", "remove"],
  ["update", "edit", "modify"],
  ["run", "execute"],
  ["search", "find"],
];

const foldedVerbs: ReadonlyMap<string, string> = new Map(
  sameVerbs.flatMap((group) => group.map((verb) => [termOf(verb), termOf(group[0] as string)] as const)),
);

/** The informative words of a text, in their indexed form. */
export function informativeWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const { joins, term } of splitWords(text)) {
    if (joins === 0 && term !== "") {
      words.add(term);
    }
  }
  return words;
}

/** The same, with synonymous verbs merged. */
export function comparedWords(text: string): Set<string> {
  return new Set([...informativeWords(text)].map((word) => foldedVerbs.get(word) ?? word));
}

/** The overlap of two sets: 1 if they are equal. */
export function overlapOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of left) {
    if (right.has(word)) {
      shared++;
    }
  }
  const all = left.size + right.size - shared;
  return all === 0 ? 1 : shared / all;
}
