import { splitWords } from "./split-words.ts";

const quoted = /"[^"]{1,200}"|“[^”]{1,200}”|`[^`]{1,200}`|(?<![\p{L}\p{N}])'[^']{1,200}'(?![\p{L}\p{N}])/gu;
const properName = /(?<=[\p{L}\p{N},)]\s+)\p{Lu}[\p{L}\p{N}.'-]*/gu;
const withDigits = /[\p{L}\p{N}$€£#@._/:-]*\p{N}[\p{L}\p{N}$€£%#@._/:-]*/gu;
const address = /\S+@\S+|\S+:\/\/\S+/gu;

/**
 * The words of a request that look like values, not like what is asked for: `Phoenix`, `"Shape of You"`, `11th`, `ana@example.org`.
 * They are what a tool will be called with; that no tool mentions them says nothing.
 */
export function valueWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const pattern of [quoted, properName, withDigits, address]) {
    for (const [value] of text.matchAll(pattern)) {
      splitWords(value, (word) => words.add(word));
    }
  }
  return words;
}
