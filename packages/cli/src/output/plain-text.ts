/**
 * Text from a tool definition or a file, made safe to print: control characters could move the cursor or hide text,
 * and marks for the writing direction could reorder it.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

const longestSentence = 160;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The first sentence of a description, in any language, cut where it is long. */
export function firstSentence(description: string): string {
  const [paragraph = ""] = description.trim().split(/\r?\n\s*\r?\n/, 1);
  const [first] = sentences.segment(plainText(paragraph));
  const sentence = (first?.segment ?? "").trim();
  return sentence.length <= longestSentence ? sentence : `${sentence.slice(0, longestSentence).trimEnd()}…`;
}
