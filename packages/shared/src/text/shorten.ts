/** The first half of a character that takes two code units. */
const halfCharacter = /[\ud800-\udbff]$/;

/** A text of at most this many characters: a longer one is cut and ends in `…`. No character is cut in half. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(halfCharacter, "")}…`;
}
