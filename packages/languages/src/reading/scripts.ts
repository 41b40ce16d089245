const unspaced = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆";

/** A stretch without spaces, a word or number in Latin letters, or a word of another script. */
export const runs: RegExp = new RegExp(
  `[${unspaced}]+|[\\p{Script=Latin}0-9]+|(?:(?![${unspaced}\\p{Script=Latin}])[\\p{L}\\p{M}])+`,
  "gu",
);
export const startsUnspaced: RegExp = new RegExp(`^[${unspaced}]`, "u");
export const kana: RegExp = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
export const latinWord: RegExp = /^[\p{Script=Latin}0-9]+$/u;
export const hangul: RegExp = /^\p{Script=Hangul}/u;
export const arabic: RegExp = /^\p{Script=Arabic}/u;

/** A letter of a script that some of the languages are written in, other than Latin. */
export const otherScript: RegExp =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}]/u;
