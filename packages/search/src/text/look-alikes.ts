/** Letters of other scripts that look like Latin ones: each line has a Latin letter and what resembles it. */
const lookAlikes = new Map(
  ["aаα", "bЬ", "cсϲ", "dԁ", "eе", "hһ", "iіι", "jј", "kкκ", "oоοօ", "pрρ", "qԛ", "sѕ", "vνѵ", "wԝω", "xхχ", "yуγ"]
    .concat([
      "AАΑ",
      "BВΒ",
      "CС",
      "EЕΕ",
      "HНΗ",
      "IІΙ",
      "JЈ",
      "KКΚ",
      "MМΜ",
      "NΝ",
      "OОΟ",
      "PРΡ",
      "SЅ",
      "TТΤ",
      "XХΧ",
      "YУΥ",
      "ZΖ",
    ])
    .flatMap(([latin = "", ...others]) => others.map((other) => [other, latin] as const)),
);
const lookAlike = new RegExp(`[${[...lookAlikes.keys()].join("")}]`, "gu");
const latinLetter = /[A-Za-z]/;
const onlyAscii = /^[\0-\x7f]*$/;
/** Characters that nobody sees. */
const invisible = /[\u200B-\u200D\u2060\uFEFF\u{E0000}-\u{E007F}]/gu;

/**
 * A name as people see it: without invisible characters, and with Latin letters for those that look like them. A name that
 * is wholly in another script stays as it is.
 */
export function seenName(name: string): string {
  if (onlyAscii.test(name)) {
    return name;
  }
  const seen = name.replace(invisible, "");
  return latinLetter.test(seen) ? seen.replace(lookAlike, (letter) => lookAlikes.get(letter) as string) : seen;
}
