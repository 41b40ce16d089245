// Step 3: chooses the table's vocabulary and writes the corpus as piece ids.

import { readLines, writeLines } from "./files/work-files.ts";
import { writeIdLists } from "./id-lists.ts";
import { requestOpenings } from "./sources/request-wording.ts";
import { chooseVocabulary } from "./table/vocabulary.ts";
import { WordPieces } from "./table/word-pieces.ts";
import { readTeacherVocabulary } from "./teacher-model.ts";

const maxPieces = 128;

const texts = readLines("texts.txt");
const pairs = readLines("pairs.tsv").map((line) => line.split("\t") as [string, string]);
const vocabulary = chooseVocabulary(texts, readTeacherVocabulary());
writeLines("vocabulary.txt", vocabulary);

const wordPieces = new WordPieces(vocabulary);
const idsOf = (text: string) => wordPieces.idsOf(text).slice(0, maxPieces);
writeIdLists("texts", texts.map(idsOf));
writeIdLists(
  "pairs-short",
  pairs.map(([short]) => idsOf(short)),
);
writeIdLists(
  "pairs-long",
  pairs.map(([, long]) => idsOf(long)),
);
writeIdLists("openings", requestOpenings.map(idsOf));
writeIdLists("values", readLines("values.txt").map(idsOf));
console.log(`tokenise: ${vocabulary.length} pieces, ${texts.length} texts, ${pairs.length} pairs`);
