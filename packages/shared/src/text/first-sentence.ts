const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The first sentence of a text in any language, on one line, cut if it is longer than the limit. */
export function firstSentence(text: string, maxLength: number): string {
  const [paragraph = ""] = text.trim().split(/\r?\n\s*\r?\n/, 1);
  const [first] = sentences.segment(paragraph.replace(/\s+/g, " "));
  const sentence = (first?.segment ?? "").trim();
  return sentence.length <= maxLength ? sentence : `${sentence.slice(0, maxLength).trimEnd()}…`;
}
