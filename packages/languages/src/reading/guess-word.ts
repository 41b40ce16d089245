import { withoutDiacritics } from "@toolcrib/shared/text";
import type { Entry, EntryTable } from "../entries/entry-table.ts";

import { arabic, hangul } from "./scripts.ts";

/** How much of its beginning a word shares with a neighbour that it is taken for an inflection of. */
interface GuessLimits {
  readonly minShared: number;
  readonly minPart: number;
  readonly minShareOfWord: number;
}

const letters: GuessLimits = { minShared: 4, minPart: 4, minShareOfWord: 0.7 };
const syllables: GuessLimits = { minShared: 2, minPart: 2, minShareOfWord: 0.5 };
/** With a longer beginning in common, half of a word is enough; compounds are tried before. */
const minSharedOfDistant = 5;
const minShareOfDistant = 0.5;
/** Longer ones are not words; a compound is tried at each of its letters. */
const maxGuessedLength = 60;

/** The entries of a word that has none: without its Arabic article, of an inflection of the same word, or of its two parts. */
export function guessWord(word: string, entries: EntryTable): readonly Entry[] {
  if (word.length > maxGuessedLength) {
    return [];
  }
  const own = withoutArticle(word, entries);
  if (own !== undefined) {
    return [own];
  }
  const limits = hangul.test(word) ? syllables : letters;
  const { neighbour, shared } = nearestNeighbour(word, entries);
  if (neighbour !== undefined && shared >= limits.minShared && shared >= word.length * limits.minShareOfWord) {
    return entryOf(neighbour, entries);
  }
  const parts = partsOf(word, entries, limits.minPart);
  if (parts.length > 0) {
    return parts;
  }
  const minShared = limits === syllables ? limits.minShared : minSharedOfDistant;
  const isDistant = shared >= minShared && shared >= word.length * minShareOfDistant;
  return neighbour !== undefined && isDistant ? entryOf(neighbour, entries) : [];
}

function entryOf(word: string, entries: EntryTable): readonly Entry[] {
  const entry = entries.get(word);
  return entry === undefined ? [] : [entry];
}

function withoutArticle(word: string, entries: EntryTable): Entry | undefined {
  if (!arabic.test(word)) {
    return undefined;
  }
  const inner = /^(?:[وفبكل]?ال|لل)(.{2,})$/u.exec(word)?.[1] ?? /^[وفبل](.{3,})$/u.exec(word)?.[1];
  return inner === undefined ? undefined : entries.get(inner);
}

/** The word before or after in the alphabet that has more of the beginning, and how many letters that is. */
function nearestNeighbour(word: string, entries: EntryTable): { neighbour: string | undefined; shared: number } {
  let neighbour: string | undefined;
  let shared = 0;
  for (const candidate of entries.neighbours(word)) {
    let length = 0;
    while (
      length < word.length &&
      withoutDiacritics(candidate[length] ?? "") === withoutDiacritics(word[length] as string)
    ) {
      length++;
    }
    if (length > shared) {
      neighbour = candidate;
      shared = length;
    }
  }
  return { neighbour, shared };
}

/** German joins some words with a letter or two between them. */
const joint = /^(?:s|n|en|es|er)(?=.{4})/;

function partsOf(word: string, entries: EntryTable, minPart: number): readonly Entry[] {
  for (let end = word.length - minPart; end >= minPart; end--) {
    const first = entries.get(word.slice(0, end));
    if (first !== undefined) {
      const rest = word.slice(end);
      const second = entries.get(rest) ?? entries.get(rest.replace(joint, ""));
      if (second !== undefined) {
        return [first, second];
      }
    }
  }
  return [];
}
