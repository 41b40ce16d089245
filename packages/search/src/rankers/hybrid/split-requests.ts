import { splitWords } from "../../text/split-words.ts";

const sentenceEnd = /(?<=[.!?;。！？；])\s+|(?<=[。！？；])|\n+/;
// Bounded before the word, so that a long run of spaces takes linear time.
const clauseJoint = /,?\s{1,8}(?:and then|then|and also|also|additionally|finally|and)\s+/i;
const longSentence = 40;
const maxParts = 8;
const minTerms = 2;

/**
 * Splits a text that asks for several things into separate requests: `get the price of Aspirin and the dosage of
 * Ibuprofen`.
 * Returns an empty list for a single request.
 */
export function splitRequests(text: string): readonly string[] {
  const parts: string[] = [];
  for (const sentence of text.split(sentenceEnd)) {
    for (const clause of sentence.length > longSentence ? sentence.split(clauseJoint) : [sentence]) {
      if (hasTerms(clause)) {
        parts.push(clause);
      }
    }
  }
  return parts.length > 1 ? parts.slice(0, maxParts) : [];
}

function hasTerms(clause: string): boolean {
  let terms = 0;
  for (const { joins, term } of splitWords(clause)) {
    if (joins === 0 && term !== "") {
      terms++;
    }
  }
  return terms >= minTerms;
}
