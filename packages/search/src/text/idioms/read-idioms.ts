import { capitalisedWord, type Idiom, idioms, type Place } from "./idioms.ts";
import { mayHaveIdiom } from "./may-have-idiom.ts";

const capitalised = /^\p{Lu}\p{Ll}/u;

/** An idiom in a text: the words that belong to it. */
interface Match {
  readonly idiom: Idiom;
  readonly words: readonly number[];
}

const maxGap = 5;
const maxWords = 60;
const wordPattern = /[a-z]+(?:['’][a-z]+)*/gi;

let idiomsByFirstWord: ReadonlyMap<string, readonly Idiom[]> | undefined;

/**
 * Rephrases everyday phrases in the words that tools use: `let the team know I am late` becomes `the team I am late
 * notify send message`.
 * Undefined if a text has no such phrase.
 */
export function readIdioms(text: string): string | undefined {
  if (!mayHaveIdiom(text)) {
    return undefined;
  }
  const words = Array.from(text.matchAll(wordPattern)).slice(0, maxWords);
  if (words.length < 2) {
    return undefined;
  }
  const spoken = words.map(([word]) => word.toLowerCase().replace(/['’]/g, ""));
  const isName = (place: number): boolean => capitalised.test(words[place]?.[0] ?? "");
  const matches = findIdioms(spoken, isName);
  if (matches.length === 0) {
    return undefined;
  }
  let rest = text;
  for (const place of matches.flatMap((match) => match.words).sort((a, b) => b - a)) {
    const { index, 0: word } = words[place] as RegExpExecArray;
    rest = `${rest.slice(0, index)}${rest.slice(index + word.length)}`;
  }
  const plain = new Set(matches.flatMap(({ idiom }) => idiom.plain.split(" ")));
  return `${rest.replace(/\s+/g, " ").trim()} ${[...plain].join(" ")}`.trim();
}

function findIdioms(words: readonly string[], isName: (place: number) => boolean): Match[] {
  idiomsByFirstWord ??= byFirstWord(idioms());
  const matches: Match[] = [];
  const taken = new Set<number>();
  for (let start = 0; start < words.length; start++) {
    for (const idiom of idiomsByFirstWord.get(words[start] as string) ?? []) {
      const found = matchAt(idiom.places, words, isName, start);
      if (found !== undefined && !found.some((place) => taken.has(place))) {
        matches.push({ idiom, words: found });
        for (const place of found) {
          taken.add(place);
        }
        break;
      }
    }
  }
  return matches;
}

/** Matches a phrase from this word on; undefined if it is not here. Gaps are as short as possible. */
function matchAt(
  places: readonly Place[],
  words: readonly string[],
  isName: (place: number) => boolean,
  start: number,
): number[] | undefined {
  const found: number[] = [];
  let next = start;
  for (let index = 0; index < places.length; index++) {
    const place = places[index];
    if (place === undefined) {
      const after = places[index + 1] as ReadonlySet<string>;
      const end = Math.min(words.length, next + maxGap + 1);
      while (next < end && !after.has(words[next] as string)) {
        next++;
      }
      if (next === end) {
        return undefined;
      }
    } else if (place === capitalisedWord) {
      if (!isName(next)) {
        return undefined;
      }
      next++;
    } else if (place.has(words[next] ?? "")) {
      found.push(next++);
    } else {
      return undefined;
    }
  }
  return found;
}

/** Longer phrases come first, so that `drop * a line` is not mistaken for a shorter one. */
function byFirstWord(all: readonly Idiom[]): Map<string, Idiom[]> {
  const byWord = new Map<string, Idiom[]>();
  for (const idiom of all) {
    for (const first of idiom.places[0] as ReadonlySet<string>) {
      byWord.set(first, [...(byWord.get(first) ?? []), idiom]);
    }
  }
  for (const list of byWord.values()) {
    list.sort((a, b) => b.places.length - a.places.length);
  }
  return byWord;
}
