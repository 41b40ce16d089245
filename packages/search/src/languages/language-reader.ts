/**
 * Reads texts in other languages than English as English words, so that one index serves all of them: the option
 * `languages` of a `ToolIndex`. `@toolcrib/languages` is one.
 */
export interface LanguageReader {
  readonly specificationVersion: "v1";
  /** Identifies what it knows: vectors of tools that another one has read are not taken from a snapshot. */
  readonly id: string;
  /**
   * Reads a text; undefined if it is English, or if none of its words is known. A reader may load what it needs when the
   * first text needs it, and return a promise until then.
   */
  read(text: string): Reading | undefined | Promise<Reading | undefined>;
}

/** A text word by word: for each of its known words the English words that together mean the same, strongest first. */
export type Reading = readonly (readonly EnglishWord[])[];

/** An English word, and how much it contributes to the meaning. */
export interface EnglishWord {
  readonly word: string;
  /** From 0 to 1.5; a word that is the same in English has 1. */
  readonly weight: number;
}
