import { splitWords } from "./split-words.ts";

/** The pattern of a kind of value, and a quick check that rules it out, because full matching is slow. */
interface ValueForm {
  readonly sign: RegExp;
  readonly form: RegExp;
}

const numberForm: ValueForm = {
  sign: /[0-9]|[^\0-\x7f]/,
  form: /[\p{L}\p{N}$€£#@._/:-]*\p{N}[\p{L}\p{N}$€£%#@._/:-]*/gu,
};

const forms: readonly ValueForm[] = [
  {
    sign: /["“`]|(?<![A-Za-z0-9])'/,
    form: /"[^"]{1,200}"|“[^”]{1,200}”|`[^`]{1,200}`|(?<![\p{L}\p{N}])'[^']{1,200}'(?![\p{L}\p{N}])/gu,
  },
  { sign: /\s(?:[A-HJ-Z]|I[\w.'-]|[^\0-\x7f])/, form: /(?<=[\p{L}\p{N},)]\s+)\p{Lu}[\p{L}\p{N}.'-]*/gu },
  numberForm,
  { sign: /@|:\/\//, form: /\S+@\S+|\S+:\/\/\S+/gu },
];

/**
 * The words of a request that look like values and not like what is asked for: `Phoenix`, `"Shape of You"`, `11th`,
 * `ana@example.org`.
 * They are future arguments; it means nothing if no tool mentions them.
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

/** Whether a text has names, quoted texts or addresses: values that are no numbers. */
export function hasNames(text: string): boolean {
  return forms.some(({ sign, form }) => form !== numberForm.form && sign.test(text) && text.search(form) >= 0);
}

/** A text without its values, as far as `isKept` does not keep them. */
export function withoutValues(text: string, isKept: (word: string) => boolean): string {
  let rest = text;
  for (const { sign, form } of forms) {
    if (sign.test(rest)) {
      rest = rest.replace(form, (value) => (splitWords(value).some(({ word }) => isKept(word)) ? value : " "));
    }
  }
  return rest;
}
