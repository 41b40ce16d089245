import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rootFolder } from "../workspace.ts";

const coreFolder = join(rootFolder, "packages/core");
const readme = readFileSync(join(coreFolder, "README.md"), "utf8");
const { exports } = JSON.parse(readFileSync(join(coreFolder, "package.json"), "utf8")) as { exports: object };
const ofFolders = "What happens to a request";
const folders = readdirSync(join(coreFolder, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "testing")
  .map(({ name }) => name);

/** The names in the first cells of a section's tables that fit a pattern. */
function namesInFirstCells(heading: string, pattern: RegExp): string[] {
  const section = readme.split("\n## ").find((text) => text.startsWith(heading)) ?? "";
  const cells = section.split("\n").flatMap((line) => /^\| (`[^|]+`) \|/.exec(line)?.[1] ?? []);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string))
    .filter((name) => pattern.test(name));
}

describe("the README of core", () => {
  it("lists the folders of the steps, in order and without the tenth, which is sending", () => {
    const steps = folders.filter((name) => /^\d/.test(name));

    expect(namesInFirstCells(ofFolders, /^\d/)).toEqual(steps.toSorted());
    expect(steps.map((name) => Number.parseInt(name, 10)).toSorted((left, right) => left - right)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13,
    ]);
  });

  it.each(folders.filter((name) => !/^\d/.test(name)))("says what %s contains", (folder) => {
    expect(namesInFirstCells(ofFolders, /^[a-z-]+$/)).toContain(folder);
  });

  it("says what each sub-path is for", () => {
    const paths = Object.keys(exports).filter((path) => path !== "." && path !== "./package.json");

    expect(namesInFirstCells("Entry points", /^@toolcrib\/core\//).toSorted()).toEqual(
      paths.map((path) => path.replace(".", "@toolcrib/core")),
    );
  });
});
