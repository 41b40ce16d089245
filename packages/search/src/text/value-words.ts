import { splitWords } from "./split-words.ts";

/** What a kind of value looks like, and what a text without such values lacks: most texts lack most of them, and looking closely is slow. */
interface ValueForm {
  readonly sign: RegExp;
  readonly form: RegExp;
}

const forms: readonly ValueForm[] = [
  {
    sign: /["“`]|(?<![A-Za-z0-9])'/,
    form: /"[^"]{1,200}"|“[^”]{1,200}”|`[^`]{1,200}`|(?<![\p{L}\p{N}])'[^']{1,200}'(?![\p{L}\p{N}])/gu,
  },
  { sign: /\s(?:[A-HJ-Z]|I[\w.'-]|[^\0-\x7f])/, form: /(?<=[\p{L}\p{N},)]\s+)\p{Lu}[\p{L}\p{N}.'-]*/gu },
  { sign: /[0-9]|[^\0-\x7f]/, form: /[\p{L}\p{N}$€£#@._/:-]*\p{N}[\p{L}\p{N}$€£%#@._/:-]*/gu },
  { sign: /@|:\/\//, form: /\S+@\S+|\S+:\/\/\S+/gu },
];

/**
 * The words of a request that look like values, not like what is asked for: `Phoenix`, `"Shape of You"`, `11th`, `ana@example.org`.
 * They are what a tool will be called with; that no tool mentions them says nothing.
 */
export function valueWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { sign, form } of forms) {
    if (sign.test(text)) {
      for (const [value] of text.matchAll(form)) {
        for (const { word } of splitWords(value)) {
          words.add(word);
        }
      }
    }
  }
  return words;
}
