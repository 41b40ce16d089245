const maxLength = 300;
const minSentenceLength = 120;

/** A description in one line of plain text, cut after a sentence at about 300 characters. */
export function shortenDescription(text: string): string {
  const plain = text
    .replace(/🔒\s*(Plus|Pro)\s*—\s*/gu, "")
    .replace(/^\[[^\]]{3,30}\]\s*-?\s*/u, "")
    .replace(/\*\*|`|\p{Extended_Pictographic}|\uFE0F/gu, (mark) =>
      /[\d#*©®™]/.test(mark) && mark !== "**" ? mark : "",
    )
    .replace(/\s+/g, " ")
    .trim();
  if (plain.length <= maxLength) return plain;
  const start = plain.slice(0, maxLength);
  const sentence = Math.max(start.lastIndexOf(". "), start.lastIndexOf("; "));
  return sentence > minSentenceLength ? start.slice(0, sentence + 1) : `${start.slice(0, start.lastIndexOf(" "))}…`;
}
