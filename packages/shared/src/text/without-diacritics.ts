/** Latin letters that Unicode does not decompose into a letter and a mark. */
const undecomposed: Readonly<Record<string, string>> = {
  đ: "d",
  ı: "i",
  ß: "ss",
  œ: "oe",
  æ: "ae",
  ø: "o",
  ł: "l",
};

/** What has no marks, in Latin and in Cyrillic; the common case. */
const markless = /^[\0-\x7fа-ик-я]*$/;

/** A word in lower case as it is typed without diacritics: `reunión` → `reunion`, `счёт` → `счет`. */
export function withoutDiacritics(word: string): string {
  if (markless.test(word)) return word;
  return word
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[đıßœæøł]/g, (letter) => undecomposed[letter] as string)
    .normalize("NFC");
}
