/**
 * English words by which people speak of themselves and others, ask, or want something. Most are stop words: they do
 * not choose a tool, but a text that has them was meant as a request, and words thrown together have none.
 */
const askingWords: ReadonlySet<string> = new Set(
  [
    "i im ive id ill me my mine myself we weve us our ours you your he him his she her they them their",
    "what whats who whos whose how hows where wheres why",
    "can cant could would should will wont do does did dont doesnt didnt are am was have has had havent hasnt",
    "please pls plz need want let lets tell show",
    "anyone anybody someone somebody nobody everyone everybody",
  ]
    .join(" ")
    .split(" "),
);

/** The same, but only as the first word: in the middle they are as likely in words thrown together. */
const openingWords: ReadonlySet<string> = new Set("is isnt which when whens any".split(" "));

const apostrophes = /['’]/g;
const letters = /[a-z]+/g;

/** How many words of a text speak to somebody. */
export function countAskingWords(text: string): number {
  const words = text.toLowerCase().replace(apostrophes, "").match(letters) ?? [];
  const opening = openingWords.has(words[0] ?? "") ? 1 : 0;
  return opening + words.filter((word) => askingWords.has(word)).length;
}
