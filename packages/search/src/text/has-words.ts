/** Single letters and numbers, two or more. One alone may be a name: `X`, `1099`. */
const lettersAndNumbers = /^\s*(?:[a-z]|[0-9]+)(?:[\s,.;:]+(?:[a-z]|[0-9]+))+\s*$/i;

/** Whether a text is more than letters and numbers, such as `q q q` and `1 2 3`, which some tool mentions by accident. */
export function hasWords(text: string): boolean {
  return !lettersAndNumbers.test(text);
}

const letterOrNumber = /^(?:[a-z]|\p{N}+)$/u;

/** Whether a word, in lower case, is a letter or a number: some tool has it by accident, so a match says little. */
export function isLetterOrNumber(word: string): boolean {
  return letterOrNumber.test(word);
}
