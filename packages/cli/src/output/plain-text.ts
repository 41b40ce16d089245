import { escapeUnprintable } from "@toolcrib/shared/json";
import { firstSentence } from "@toolcrib/shared/text";

/**
 * Text from a tool definition or a file on one line, made safe to print: control characters could move the cursor or hide text, and marks
 * for the writing direction could reorder it. Invisible characters are shown as escapes.
 */
export function plainText(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return escapeUnprintable(line);
}

/** The marks of our own style (see `createStyle`). */
const ownMarks = new RegExp(`(${String.fromCharCode(0x1b)}\\[(?:1|2|22|31|32|33|36|39)m)`);

/** A line that is safe to print: of all control sequences, only our own styles pass. */
export function printableLine(line: string): string {
  return line
    .split(ownMarks)
    .map((part) => (ownMarks.test(part) ? part : escapeUnprintable(part)))
    .join("");
}

const maxSentenceLength = 160;

/** The first sentence of a description, safe to print. */
export function shortDescription(description: string): string {
  return plainText(firstSentence(description, maxSentenceLength));
}
