/** As many as Unicode's stream-safe text has: letters of all languages have a few. */
const maxMarks = 30;
const runOfMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * A text without all but the first marks, such as accents, on a letter. Normalising sorts them, which takes the square of
 * their number: a hundred thousand on one letter take ten seconds.
 */
export function withoutMarkRuns(text: string): string {
  return text.length > maxMarks ? text.replace(runOfMarks, "$1") : text;
}
