import { wholeWords } from "../text/split-words.ts";
import type { ToolDocument } from "../tool/document.ts";

const none: readonly number[] = [];

/** A name written with spaces and punctuation has at most this many times its length. */
const spellingRoom = 2;

/** Finds tools by name: by full name, ignoring case, by the part after the server, and in any spelling of the words. */
export class NameDirectory {
  readonly #byName = new Map<string, number>();
  /** Most keys have one tool, and a set per tool would cost more than the rest of the directory. */
  readonly #byKey = new Map<string, number | Set<number>>();
  #maxNameLength = 0;
  #maxWords = 0;

  get size(): number {
    return this.#byName.size;
  }

  names(): IterableIterator<string> {
    return this.#byName.keys();
  }

  slotOf(name: string): number | undefined {
    return this.#byName.get(name);
  }

  add(slot: number, document: ToolDocument): void {
    this.#byName.set(document.name, slot);
    this.#maxNameLength = Math.max(this.#maxNameLength, document.name.length);
    for (const key of keysOf(document)) {
      const held = this.#byKey.get(key);
      if (held === undefined) {
        this.#maxWords = Math.max(this.#maxWords, countWords(key));
        this.#byKey.set(key, slot);
      } else if (typeof held === "number") {
        this.#byKey.set(key, new Set([held, slot]));
      } else {
        held.add(slot);
      }
    }
  }

  remove(slot: number, document: ToolDocument): void {
    this.#byName.delete(document.name);
    for (const key of keysOf(document)) {
      const held = this.#byKey.get(key);
      if (typeof held === "object" && held.size > 1) {
        held.delete(slot);
      } else {
        this.#byKey.delete(key);
      }
    }
  }

  /** The tools with this full name, otherwise with this full name in another case or spelling. */
  full(text: string): readonly number[] {
    const exact = this.#byName.get(text);
    if (exact !== undefined) {
      return [exact];
    }
    return this.#keyed(fullPrefix, text);
  }

  /** The tools whose name without the server is this one, in any spelling. */
  bare(text: string): readonly number[] {
    return this.#keyed(barePrefix, text);
  }

  /** The tools whose full name starts with this, ignoring case. */
  withPrefix(text: string): readonly number[] {
    const prefix = text.toLowerCase();
    const slots: number[] = [];
    for (const [name, slot] of this.#byName) {
      if (name.length >= prefix.length && name.slice(0, prefix.length).toLowerCase() === prefix) {
        slots.push(slot);
      }
    }
    return slots;
  }

  #keyed(prefix: string, text: string): readonly number[] {
    // Most texts are not names: they are longer than any, or have more words.
    const words = text.length <= spellingRoom * this.#maxNameLength ? wholeWords(text) : undefined;
    const isTooLong = words === undefined || words.length > this.#maxWords;
    const held = isTooLong ? undefined : this.#byKey.get(prefix + spelling(text, words));
    if (held === undefined) {
      return none;
    }
    return typeof held === "number" ? [held] : [...held];
  }
}

/** The keys under which tools with this name are found: by their full name, and by the one without the server. */
export function keysOfText(text: string): readonly string[] {
  const spelt = spelling(text);
  return [fullPrefix + spelt, barePrefix + spelt];
}

/** In lower case a name has fewer parts: `webfetch` also matches `WebFetch`. */
export function keysOf({ name, bareName }: ToolDocument): Iterable<string> {
  const spelt = spelling(name);
  const bareSpelt = bareName === name ? spelt : spelling(bareName);
  const keys = [fullPrefix + spelt, barePrefix + bareSpelt];
  const lowerCase = name.toLowerCase();
  if (lowerCase === name) {
    return keys;
  }
  const lowerSpelt = spelling(lowerCase);
  const lowerBareSpelt = bareName === name ? lowerSpelt : spelling(bareName.toLowerCase());
  return new Set([...keys, fullPrefix + lowerSpelt, barePrefix + lowerBareSpelt]);
}

const betweenWords = "_";

/** The number of words in a key. Runs for every name of a catalogue, so it creates no substrings. */
function countWords(key: string): number {
  let words = 1;
  for (let at = key.indexOf(betweenWords); at !== -1; at = key.indexOf(betweenWords, at + 1)) {
    words++;
  }
  return words;
}

const fullPrefix = "full ";
const barePrefix = "bare ";

/** `find symbol`, `findSymbol` and `find-symbol` are the same name. */
function spelling(text: string, words: readonly string[] = wholeWords(text)): string {
  return words.length > 0 ? words.join(betweenWords) : text;
}
