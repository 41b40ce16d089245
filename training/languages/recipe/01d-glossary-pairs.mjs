// Pairs from the project's own hand-made glossary: each whole form of a concept with its English words.
//
// Usage: node 01d-glossary-pairs.mjs WORK SEARCH_PACKAGE      writes WORK/pairs/LANG.glossary.tsv
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [work, search] = process.argv.slice(2);
const { glossaryColumns, glossaryTable } = await import(
  pathToFileURL(`${search}/dist/text/glossary/glossary-table.js`)
);
const rows = glossaryTable
  .trim()
  .split("\n")
  .map((line) => line.split("|"));
const spanish = glossaryColumns.indexOf("es");
for (const [column, language] of glossaryColumns.entries()) {
  if (language === "en") continue;
  const lines = new Set();
  for (const row of rows) {
    const cell = row[column] === "^" ? row[spanish] : row[column];
    for (const form of (cell ?? "").split(","))
      if (form !== "" && !form.includes("*")) lines.add(`glossary\t${row[0]}\t${form}`);
  }
  writeFileSync(`${work}/pairs/${language}.glossary.tsv`, `${[...lines].join("\n")}\n`);
  console.log(language, lines.size);
}
