/** One spelling for the letters that Arabic writers use interchangeably; vowel marks are dropped. */
export function foldArabic(word: string): string {
  return word
    .replace(/\u0640|[\u064b-\u065f]|\u0670/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ة/g, "ه")
    .replace(/ى/g, "ي");
}

/** Hindi without nukta: `फ़ाइल` → `फाइल`. */
export function foldDevanagari(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\u093c/g, "")
    .normalize("NFC");
}

/** The word, followed by the forms without the article and the particles that Arabic attaches to a word. */
export function withoutArabicPrefixes(word: string): readonly string[] {
  const bare = /^(?:[وفبكل]?ال|لل)(.{2,})$/u.exec(word)?.[1] ?? /^[وفبل](.{3,})$/u.exec(word)?.[1];
  return bare === undefined ? [word] : [word, bare];
}
