import type { EnglishWord, Reading } from "@toolcrib/search";
import { withoutDiacritics } from "@toolcrib/shared/text";
import type { Entry, EntryTable } from "../entries/entry-table.ts";
import { foldText } from "./fold-text.ts";
import { guessWord } from "./guess-word.ts";
import { kana, latinWord, otherScript, runs, startsUnspaced } from "./scripts.ts";

/** The sum of log-odds from which a text in Latin letters is foreign, and what its words must give on average. */
const minForeignness = 3;
const minForeignnessPerWord = 1;
/** What a word counts that only English has. */
const foreignnessOfEnglish = -3;
const maxUnspacedLength = 8;
const maxGuesses = 20_000;
const digits = /[0-9]/;

/** Reads foreign texts word by word. */
export class TextReader {
  readonly #entries: EntryTable;
  readonly #simplified: ReadonlyMap<string, string>;
  readonly #isEnglish: (word: string) => boolean;
  readonly #guesses = new Map<string, Reading>();

  constructor(entries: EntryTable, simplified: ReadonlyMap<string, string>, isEnglish: (word: string) => boolean) {
    this.#entries = entries;
    this.#simplified = simplified;
    this.#isEnglish = isEnglish;
  }

  /** The English words of a text; undefined if it is English or has no word with an entry. */
  read(text: string): Reading | undefined {
    const folded = foldText(text);
    const hasOtherScript = otherScript.test(folded);
    const words = Array.from(folded.matchAll(runs), ([run]) => run);
    if (!hasOtherScript && !this.#isForeign(words)) {
      return undefined;
    }
    const reading: Reading[number][] = [];
    let hasMeaning = false;
    const add = (english: readonly EnglishWord[], isTranslated: boolean): void => {
      if (english.length > 0) {
        reading.push(english);
        hasMeaning ||= isTranslated;
      }
    };
    const isJapanese = kana.test(folded);
    for (let place = 0; place < words.length; place++) {
      const word = words[place] as string;
      if (startsUnspaced.test(word)) {
        this.#readUnspaced(isJapanese ? word : this.#simplify(word), (entry) => add(entry.english, true));
      } else if (latinWord.test(word) && (hasOtherScript || digits.test(word))) {
        add(asEnglish(word), false);
      } else {
        // Vietnamese writes a space after every syllable: two of them may be one word.
        const pair = this.#entries.get(`${word} ${words[place + 1] ?? ""}`);
        place += pair === undefined ? 0 : 1;
        const entry = pair ?? this.#entries.get(word);
        for (const english of entry === undefined ? this.#guess(word) : [entry.english]) {
          add(english, true);
        }
      }
    }
    return hasMeaning ? reading : undefined;
  }

  #isForeign(words: readonly string[]): boolean {
    let foreignness = 0;
    let count = 0;
    for (const word of words) {
      if (!digits.test(word)) {
        count++;
        foreignness += this.#entries.get(word)?.foreignness ?? (this.#isEnglish(word) ? foreignnessOfEnglish : 0);
      }
    }
    return foreignness >= minForeignness && foreignness >= count * minForeignnessPerWord;
  }

  #simplify(run: string): string {
    let simplified = "";
    for (const character of run) {
      simplified += this.#simplified.get(character) ?? character;
    }
    return simplified;
  }

  /** The longest entry that fits, from left to right. */
  #readUnspaced(run: string, visit: (entry: Entry) => void): void {
    for (let start = 0; start < run.length; ) {
      let end = Math.min(run.length, start + maxUnspacedLength);
      let entry: Entry | undefined;
      for (; end > start; end--) {
        entry = this.#entries.get(run.slice(start, end));
        if (entry !== undefined) {
          visit(entry);
          break;
        }
      }
      start = entry === undefined ? start + 1 : end;
    }
  }

  /** A word without an entry: without its marks, as English, or guessed. */
  #guess(word: string): Reading {
    let guessed = this.#guesses.get(word);
    if (guessed === undefined) {
      if (this.#guesses.size >= maxGuesses) {
        this.#guesses.clear();
      }
      guessed = this.#guessNew(word);
      this.#guesses.set(word, guessed);
    }
    return guessed;
  }

  #guessNew(word: string): Reading {
    const bare = this.#entries.get(withoutDiacritics(word));
    if (bare !== undefined) {
      return [bare.english];
    }
    return latinWord.test(word) && this.#isEnglish(word)
      ? [asEnglish(word)]
      : guessWord(word, this.#entries).map(({ english }) => english);
  }
}

function asEnglish(word: string): readonly EnglishWord[] {
  return [{ word: withoutDiacritics(word), weight: 1 }];
}
