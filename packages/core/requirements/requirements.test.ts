import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { requirements } from "./requirements.ts";

const testFiles = ["src", "test"].flatMap((folder) => {
  const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
  return files.map((file) => ({ file, source: readFileSync(`${path}/${file}`, "utf8") }));
});
const titles = testFiles.flatMap(({ file, source }) => readTitles(source).map((title) => ({ file, title })));

/** The titles of the tests in a file: every `it(…)`, `it.each(…)(…)` and `it.fails(…)`. */
function readTitles(source: string): string[] {
  return [...source.matchAll(/^\s*it(?:\.fails)?(\.each)?(?=\()/gm)].map((declaration) => {
    const opening = declaration.index + declaration[0].length;
    const titleAt = declaration[1] === undefined ? opening : closingOf(source, opening) + 1;
    return /^\(\s*(["'`])([\s\S]*?)\1/.exec(source.slice(titleAt))?.[2] ?? "";
  });
}

/** The position of the bracket that closes the one at this position; brackets in strings do not count. */
function closingOf(source: string, opening: number): number {
  const withoutStrings = source.replace(/"(?:[^"\\\n]|\\.)*"/g, (text) => " ".repeat(text.length));
  let depth = 0;
  for (let position = opening; position < source.length; position++) {
    if (withoutStrings[position] === "(") depth++;
    if (withoutStrings[position] === ")") depth--;
    if (depth === 0) return position;
  }
  return source.length;
}

function idsIn(title: string): string[] {
  const [cited = ""] = /^[ELP]\d+(\.\d+)?(, [ELP]\d+(\.\d+)?)*/.exec(title) ?? [];
  return cited === "" ? [] : cited.split(", ");
}

describe("the requirements", () => {
  it.each(Object.keys(requirements))("%s has a test that cites it", (id) => {
    expect(titles.filter(({ title }) => idsIn(title).includes(id))).not.toEqual([]);
  });

  it("are cited at the start of every test's title", () => {
    const uncited = titles.filter(
      ({ title }) => idsIn(title).length === 0 || idsIn(title).some((id) => !(id in requirements)),
    );

    expect(uncited).toEqual([]);
  });

  it("have no known gap among E1 to E13", () => {
    const gaps = testFiles.flatMap(({ source }) => [...source.matchAll(/it\.fails\(\s*"(E\d+)/g)]);

    expect(gaps.map(([, clause = ""]) => clause).filter((clause) => Number(clause.slice(1)) <= 13)).toEqual([]);
  });
});
