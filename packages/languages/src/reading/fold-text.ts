const ascii = /^[\0-\x7f]*$/;

/** One spelling for what people type in several: width, case, Arabic vowel marks and endings, Hindi's nukta. */
export function foldText(text: string): string {
  if (ascii.test(text)) {
    return text.toLowerCase();
  }
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\u0640|[\u064b-\u065f]|\u0670|\u093c|\u0307/g, "")
    .normalize("NFC")
    .replace(/ة/g, "ه")
    .replace(/ى/g, "ي")
    .replace(/[’ʼ]/g, "'");
}
