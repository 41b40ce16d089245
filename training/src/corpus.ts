// Step 1: gathers short English texts, and pairs of texts that mean the same, from public sources.

import { writeLines } from "./files/work-files.ts";
import { seededRandom, shuffle } from "./math/seeded-random.ts";
import { readApiDirectory } from "./sources/api-directory.ts";
import { isUsable, shorten } from "./sources/clean-text.ts";
import { readDebian } from "./sources/debian.ts";
import { readWordNet } from "./sources/wordnet.ts";

const maxTextLength = 400;
const numberCount = 4000;

const random = seededRandom(1);
const apiDirectory = readApiDirectory(random);
const wordNet = readWordNet();

// The more a source is like what tools say of themselves, the more of its texts are taken.
const texts = new Set([
  ...sample("API directory", apiDirectory.texts, 230_000),
  ...sample("WordNet", wordNet.texts, 90_000),
  ...sample("Debian", readDebian(), 45_000),
]);
const pairs = new Set(
  apiDirectory.pairs
    .filter(({ short, long }) => short.length > 2 && isUsable(long))
    .map(({ short, long }) => `${short}\t${shorten(long, maxTextLength)}`),
);
const numbers = Array.from({ length: numberCount }, () => String(Math.floor(random() * 100_000)));

writeLines("texts.txt", shuffle([...texts], random));
writeLines("pairs.tsv", shuffle([...pairs], random));
writeLines("values.txt", [...new Set(wordNet.properNames), ...numbers]);
console.log(`corpus: ${texts.size} texts, ${pairs.size} pairs`);

function sample(name: string, candidates: readonly string[], most: number): string[] {
  const usable = new Set(candidates.map((text) => shorten(text, maxTextLength)).filter(isUsable));
  const taken = shuffle([...usable], random).slice(0, most);
  console.log(`${name}: ${taken.length} of ${usable.size} texts`);
  return taken;
}
