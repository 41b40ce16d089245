// Turns the clean pairs into numbers for the trainer.
//
// Usage: node 05-encode.mjs WORK VOCABULARY SEARCH_PACKAGE TABLE OUT [least count] [kept sources, a JSON list of names, or of beginnings that end with a colon]
//   SEARCH_PACKAGE   the built @toolcrib/search package: its word pieces, with the English table TABLE, are the space that is aimed at
// Writes OUT/vocabulary.txt, OUT/english.f32 (the English rows), OUT/{train,test-LANG}.i32: records of language, n, n foreign rows, m, m English rows.
// Rows below the number of English rows are English.
import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Cutter } from "./cutter.mjs";

const [work, counted, search, tableFile, out, least = "3", kept] = process.argv.slice(2);
const { readEmbeddingTable } = await import(pathToFileURL(`${search}/dist/embedding/embedding-table.js`));
const { WordPieces } = await import(pathToFileURL(`${search}/dist/embedding/word-pieces.js`));
mkdirSync(out, { recursive: true });
const table = readEmbeddingTable(readFileSync(tableFile));
const english = table.scales.length;
const rows = new Float32Array(english * table.dimensions);
for (let row = 0; row < english; row++)
  for (let d = 0; d < table.dimensions; d++)
    rows[row * table.dimensions + d] = table.scales[row] * table.rows[row * table.dimensions + d];
writeFileSync(`${out}/english.f32`, rows);
const wordPieces = new WordPieces(table.vocabulary);
const piecesOf = (text) => {
  const pieces = [];
  wordPieces.each(text, (piece) => pieces.push(piece));
  return pieces;
};

const pairs = JSON.parse(readFileSync(`${work}/to-simplified.json`, "utf8"));
const toSimplified = new Map();
for (let index = 0; index < pairs.length; index += 2) toSimplified.set(pairs[index], pairs[index + 1]);

const packages = kept === undefined ? undefined : JSON.parse(readFileSync(kept, "utf8"));
const isKept = (source) =>
  packages === undefined || packages.some((name) => (name.endsWith(":") ? source.startsWith(name) : source === name));
const languages = readdirSync(`${work}/clean`)
  .filter((name) => name.endsWith(".train.tsv"))
  .map((name) => name.split(".")[0])
  .sort();
const nonLatin = new Set(["zh", "zht", "ja", "ko", "ru", "uk", "ar", "hi"]);

// The vocabulary: every word that is frequent enough in some language; in languages of other scripts, only words of theirs.
const counts = new Map();
const hasLatin = /[\p{Script=Latin}0-9]/u;
for (const language of languages) {
  for (const line of readFileSync(`${counted}/${language}.tsv`, "utf8").split("\n")) {
    const [word, count] = line.split("\t");
    if (nonLatin.has(language) && hasLatin.test(word)) continue;
    // Chinese pairs of neighbours are many and mostly chance: they need more.
    const enough = Number(count) >= Number(least) * (/^\p{Script=Han}{4,}$/u.test(word) || word.includes(" ") ? 4 : 1);
    if (enough) counts.set(word, (counts.get(word) ?? 0) + Number(count));
  }
}
const words = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one));
const vocabulary = new Map(words.map((word, index) => [word, english + index]));
writeFileSync(`${out}/vocabulary.txt`, words.join("\n"));
writeFileSync(
  `${out}/start.json`,
  JSON.stringify({ english, words: words.length, dimensions: table.dimensions, languages }),
);
const cutter = new Cutter(vocabulary, toSimplified, piecesOf);

function writer(path) {
  const file = openSync(path, "w");
  const buffer = new Int32Array(1 << 20);
  let used = 0;
  return {
    record(numbers) {
      if (used + numbers.length > buffer.length) {
        writeSync(file, new Uint8Array(buffer.buffer, 0, used * 4));
        used = 0;
      }
      buffer.set(numbers, used);
      used += numbers.length;
    },
    close() {
      writeSync(file, new Uint8Array(buffer.buffer, 0, used * 4));
      closeSync(file);
    },
  };
}

const train = writer(`${out}/train.i32`);
let total = 0;
for (const [number, language] of languages.entries()) {
  for (const part of ["train", "test"]) {
    const target = part === "train" ? train : writer(`${out}/test-${language}.i32`);
    let records = 0;
    for await (const line of createInterface({ input: createReadStream(`${work}/clean/${language}.${part}.tsv`) })) {
      const [source, from, to] = line.split("\t");
      if (part === "train" && !isKept(source)) continue;
      const goal = piecesOf(from);
      const own = [];
      cutter.each(to, !nonLatin.has(language), (row) => own.push(row), part === "test");
      if (goal.length === 0 || (part === "train" && (own.length === 0 || goal.length > 60))) continue;
      // The hand-made glossary is small and sure: it counts as often as this.
      for (let times = source === "glossary" && part === "train" ? 8 : 1; times > 0; times--)
        target.record([number, own.length, ...own, goal.length, ...goal]);
      records++;
    }
    if (part === "test") target.close();
    else total += records;
    console.log(language, part, records);
  }
}
train.close();
console.log("total", total, "words", words.length);
