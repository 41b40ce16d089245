import { countAskingWords } from "./asking-words.ts";

const maxWordsOfName = 4;
const separators = /[\s,;|]+/;

/**
 * Whether a text is something that people say, and no name in words: nobody gives a tool such a name, except to wait for
 * that request.
 */
export function isSentence(text: string): boolean {
  return text.split(separators, maxWordsOfName + 1).length > maxWordsOfName || countAskingWords(text) > 0;
}
