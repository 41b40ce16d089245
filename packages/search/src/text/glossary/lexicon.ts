import { withoutDiacritics } from "@toolcrib/shared/text";

/** The meaning of the words at a position of a text. */
interface LexiconMatch {
  /** The number of words matched. */
  readonly length: number;
  /** The concepts, as lines of the table. */
  readonly concepts: readonly number[];
  /** Whether the form is listed, or starts with a stem long enough to rule out coincidence. */
  readonly certain: boolean;
}

/** The words of a language with spaces. */
export interface Lexicon {
  /** Matches the longest phrase that starts at `words[start]`. `guess` allows unlisted forms. */
  readonly match: (words: readonly string[], start: number, guess: boolean) => LexiconMatch | undefined;
}

const LONGEST_ENDING = 6;
const SHORTEST_STEM = 3;
const CERTAIN_STEM = 5;
const GUESS_PREFIX = 5;
const GUESS_ENDING = 3;

/**
 * Builds a lexicon from a language's cells, one per concept.
 * `fold` gives the second spelling of a form; `variants` gives the readings of a word, the word itself first.
 */
export function createLexicon(
  cells: readonly string[],
  fold: (word: string) => string = withoutDiacritics,
  variants: (word: string) => readonly string[] = (word) => [word],
): Lexicon {
  const forms: ConceptsByForm = new Map();
  const stems: ConceptsByForm = new Map();
  const phraseLengths = new Map<string, number>();
  let guessable: Map<string, string[]> | undefined;
  cells.forEach((cell, concept) => {
    if (cell === "") return;
    for (const form of cell.split(",")) {
      add(form, concept);
      const folded = fold(form);
      if (folded !== form) add(folded, concept);
    }
  });

  function add(form: string, concept: number): void {
    const isStem = form.endsWith("*");
    let text = isStem ? form.slice(0, -1) : form;
    if (separator.test(text)) {
      const words = text.split(separator);
      const first = words[0] ?? "";
      phraseLengths.set(first, Math.max(words.length, phraseLengths.get(first) ?? 1));
      text = words.join(" ");
    }
    append(forms, text, concept);
    if (isStem) append(stems, text, concept);
  }

  function match(words: readonly string[], start: number, guess: boolean): LexiconMatch | undefined {
    const first = spellings(words[start] ?? "");
    const longest = Math.max(1, ...first.map((spelling) => phraseLengths.get(spelling) ?? 1));
    for (let length = Math.min(longest, words.length - start); length > 0; length--) {
      const candidates = length === 1 ? first : spellings(words.slice(start, start + length).join(" "));
      for (const candidate of candidates) {
        const concepts = conceptsOf(forms, candidate);
        if (concepts.length > 0) return { length, concepts, certain: true };
        const stem = findStem(candidate);
        if (stem !== "") return { length, concepts: conceptsOf(stems, stem), certain: stem.length >= CERTAIN_STEM };
      }
    }
    for (const spelling of guess ? first : []) {
      const form = guessForm(spelling);
      if (form !== "") return { length: 1, concepts: conceptsOf(forms, form), certain: false };
    }
    return undefined;
  }

  function spellings(text: string): string[] {
    const found: string[] = [];
    for (const variant of variants(text)) {
      found.push(variant);
      const folded = fold(variant);
      if (folded !== variant) found.push(folded);
    }
    return found;
  }

  function findStem(text: string): string {
    const shortest = Math.max(SHORTEST_STEM, text.length - LONGEST_ENDING, text.lastIndexOf(" ") + 2);
    for (let length = text.length - 1; length >= shortest; length--) {
      const stem = text.slice(0, length);
      if (stems.has(stem)) return stem;
    }
    return "";
  }

  /** Approximates inflection: the same start, another ending. */
  function guessForm(word: string): string {
    guessable ??= byBeginning(forms.keys());
    let best = "";
    let bestPrefix = 0;
    for (const form of guessable.get(word.slice(0, GUESS_PREFIX)) ?? []) {
      const prefix = commonPrefix(word, form);
      if (Math.max(word.length, form.length) - prefix > GUESS_ENDING || prefix <= bestPrefix) continue;
      best = form;
      bestPrefix = prefix;
    }
    return best;
  }

  return { match };
}

// Nearly every form has one concept, and thousands of one-element arrays are slow to build.
type ConceptsByForm = Map<string, number | number[]>;

const separator = /[\s'’-]+/;

function append(map: ConceptsByForm, form: string, concept: number): void {
  const concepts = map.get(form);
  if (concepts === undefined) map.set(form, concept);
  else if (typeof concepts !== "number") concepts.push(concept);
  else if (concepts !== concept) map.set(form, [concepts, concept]);
}

function conceptsOf(map: ConceptsByForm, form: string): readonly number[] {
  const concepts = map.get(form) ?? [];
  return typeof concepts === "number" ? [concepts] : concepts;
}

function byBeginning(forms: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const form of forms) {
    if (form.length < GUESS_PREFIX || form.includes(" ")) continue;
    const beginning = form.slice(0, GUESS_PREFIX);
    const group = groups.get(beginning);
    if (group === undefined) groups.set(beginning, [form]);
    else group.push(form);
  }
  return groups;
}

function commonPrefix(left: string, right: string): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length++;
  return length;
}
