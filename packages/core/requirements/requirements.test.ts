import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listSourceFiles } from "../../../scripts/requirements/list-source-files.ts";
import { parseFile } from "../../../scripts/requirements/parse-file.ts";
import { readTitles } from "../../../scripts/requirements/read-titles.ts";
import { requirements } from "./requirements.ts";

// That every requirement has a test, and that no other id is cited, is checked for all packages in scripts/requirements.
const tests = ["src", "test"]
  .flatMap((folder) => listSourceFiles(fileURLToPath(new URL(`../${folder}`, import.meta.url))))
  .filter((file) => file.endsWith(".test.ts"))
  .flatMap((file) => readTitles(parseFile(file)))
  .filter(({ isGroup }) => !isGroup);

describe("the engine's requirements", () => {
  it("are cited at the start of every test title", () => {
    expect(tests.length).toBeGreaterThan(100);
    expect(tests.filter(({ ids }) => !ids.some((id) => id in requirements))).toEqual([]);
  });

  it("have no known gap among E1 to E13", () => {
    const gaps = tests.filter(({ isGap }) => isGap).flatMap(({ ids }) => ids);

    expect(gaps.filter((id) => Number(/^E(\d+)/.exec(id)?.[1] ?? 14) <= 13)).toEqual([]);
  });
});
