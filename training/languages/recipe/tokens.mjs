// How a text is cut, for training and for reading alike.

const unspaced = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆";
const runs = new RegExp(
  `[${unspaced}]+|[\\p{Script=Latin}0-9]+|(?:(?![${unspaced}\\p{Script=Latin}])[\\p{L}\\p{M}])+`,
  "gu",
);
const isUnspaced = new RegExp(`^[${unspaced}]`, "u");
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const plain = /^\p{ASCII}*$/u;

/** One spelling for what writers use interchangeably. Latin and Cyrillic marks stay: `bare` takes them off where a word is not known with them. */
export function fold(text) {
  if (plain.test(text)) return text.toLowerCase();
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

/** A word as someone types it who leaves the marks out. */
export function bare(word) {
  if (plain.test(word)) return word;
  return word
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[đıßœæøł]/g, (letter) => ({ đ: "d", ı: "i", ß: "ss", œ: "oe", æ: "ae", ø: "o", ł: "l" })[letter])
    .normalize("NFC");
}

/** The runs of a folded text: words of spaced scripts, and stretches of scripts without spaces. Han is made simplified unless the text has kana. */
export function* runsOf(folded, toSimplified) {
  const isJapanese = kana.test(folded);
  for (const [run] of folded.matchAll(runs)) {
    if (!isUnspaced.test(run)) yield { run, spaced: true };
    else yield { run: isJapanese ? run : simplify(run, toSimplified), spaced: false };
  }
}

export function simplify(run, toSimplified) {
  let out = "";
  for (const character of run) out += toSimplified.get(character) ?? character;
  return out;
}

export const longestUnspaced = 8;

/** Cuts a stretch without spaces: the longest known piece, from left to right. */
export function* cutUnspaced(run, has) {
  for (let start = 0; start < run.length; ) {
    let end = Math.min(run.length, start + longestUnspaced);
    while (end > start + 1 && !has(run.slice(start, end))) end--;
    yield run.slice(start, end);
    start = end;
  }
}
