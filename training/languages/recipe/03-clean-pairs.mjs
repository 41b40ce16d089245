// Cleans the raw pairs: takes out mnemonics, mark-up and placeholders, drops what is not a translation, and sets test pairs aside.
//
// Usage: node 03-clean-pairs.mjs WORK [permissive]
// Reads WORK/pairs/LANG*.tsv, writes WORK/clean/LANG.{train,test}.tsv   package <tab> English <tab> foreign
// A pair is a test pair if the hash of its English letters says so, in every language alike: no English text is in both parts.
import { createReadStream, createWriteStream, mkdirSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";

const work = process.argv[2];
mkdirSync(`${work}/clean`, { recursive: true });

const scripts = {
  zh: /\p{Script=Han}/u,
  zht: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
};

export function cleanText(text) {
  return text
    .replace(/\\[nrt]/g, " ")
    .replace(/\\(.)/g, "$1")
    .replace(/<[^<>]{0,120}>/g, " ")
    .replace(/&(?:amp|lt|gt|quot|apos|nbsp|#\d+|[a-zA-Z]+\.[\w.]+|brand\w+);/g, " ")
    .replace(/\s?[（(][&_~]?[A-Za-z0-9][)）]/g, "") // the mnemonic of CJK menus: 文件(_F)
    .replace(
      /%\([^)]*\)[sdfi]|%[-+ #0]*[\d.*]*\$?[-+ #0\d.]*(?:hh|h|ll|l|z|j|q|L)?[sdiufxXcgGeEpnS@]|%%|%\d+|%[A-Z][A-Za-z]*%?/g,
      " ",
    )
    .replace(/\$?\{\{?[^{}]{0,60}\}?\}|\$\([^)]*\)|\$[A-Za-z_]\w*\$?/g, " ")
    .replace(/[&_~](?=[\p{L}\p{N}])/gu, (mark, at, whole) =>
      mark === "_" && /[\p{L}\p{N}]/u.test(whole[at - 1] ?? "") ? " " : "",
    )
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function hash(text) {
  let value = 2166136261;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  value ^= value >>> 12;
  return value >>> 0;
}

const languages = [...new Set(readdirSync(`${work}/pairs`).map((name) => name.split(".")[0]))].sort();
for (const language of languages) {
  const seen = new Set();
  const train = createWriteStream(`${work}/clean/${language}.train.tsv`);
  const test = createWriteStream(`${work}/clean/${language}.test.tsv`);
  const counts = { raw: 0, train: 0, test: 0 };
  const script = scripts[language];
  for (const file of readdirSync(`${work}/pairs`)
    .filter((name) => name.split(".")[0] === language)
    .sort()) {
    for await (const line of createInterface({ input: createReadStream(`${work}/pairs/${file}`) })) {
      counts.raw++;
      const [source, rawEnglish, rawForeign] = line.split("\t");
      if (rawForeign === undefined) continue;
      const english = cleanText(rawEnglish);
      const foreign = cleanText(rawForeign);
      const key = english
        .toLowerCase()
        .replace(/[^\p{L}]+/gu, " ")
        .trim();
      if (key.length < 2 || english.length > 300 || /[^\p{ASCII}\u0080-\u024f\u2000-\u2bff]/u.test(english)) continue;
      if (
        script
          ? !script.test(foreign)
          : foreign
              .toLowerCase()
              .replace(/[^\p{L}]+/gu, " ")
              .trim() === key
      )
        continue;
      const ratio = foreign.length / english.length;
      const [least, most] =
        language === "zh" || language === "zht" || language === "ja" || language === "ko" ? [0.08, 2] : [0.3, 4];
      if (english.length > 12 && (ratio < least || ratio > most)) continue;
      const pair = `${key}\t${foreign.toLowerCase()}`;
      if (seen.has(pair)) continue;
      seen.add(pair);
      const isTest = hash(key) % 40 === 0;
      counts[isTest ? "test" : "train"]++;
      if (!(isTest ? test : train).write(`${source}\t${english}\t${foreign}\n`))
        await new Promise((done) => (isTest ? test : train).once("drain", done));
    }
  }
  train.end();
  test.end();
  console.log(language, JSON.stringify(counts));
}
