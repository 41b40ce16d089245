/**
 * Characters that steer a terminal, break lines or turn the writing direction, and invisible ones: a text can hide words in them.
 * The joiners and variation selectors of scripts and emoji stay, one after the other.
 */
const unprintable =
  /(?![\n\t])\p{Cc}|[\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]/gu;

/** Shows such characters as the escapes of JSON: harmless to print, and the same value where the text is JSON. Line feeds and tabs stay. */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, escapeUnits);
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}
