import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rootFolder } from "../workspace.ts";
import { checkRequirements } from "./check-requirements.ts";
import { listSourceFiles } from "./list-source-files.ts";
import { manifests } from "./manifests.ts";
import { parseFile } from "./parse-file.ts";
import { renderRequirements, requirementsDocument } from "./render-requirements.ts";
import { requirement } from "./requirement.ts";

describe("the requirements", () => {
  it("are each defined once and cited by a test, and nothing else is cited", () => {
    const files = ["packages", "examples"].flatMap((folder) => listSourceFiles(join(rootFolder, folder)));

    expect(
      checkRequirements(
        manifests.map(({ requirements }) => requirements),
        files.map((file) => parseFile(file)),
      ),
    ).toEqual([]);
  });

  it("are up to date in docs/requirements.md", () => {
    const page = readFileSync(join(rootFolder, requirementsDocument), "utf8");

    expect(page, "run `npm run docs:requirements`").toBe(renderRequirements(manifests));
  });
});

const planted = {
  F1: requirement("design", "Works."),
  F2: requirement("design", "Works in part.", { gap: "The other part is missing." }),
  F3: requirement("design", "Will work.", { planned: "Nobody has built it." }),
  "E1.1": requirement("design", "Works too."),
};
const cited = `
  it("F1 works", () => {});
  it.fails("F2 works in full", () => {});
  it.each(rows)("%s", () => {});
  const rows = [["E1.1 works too"]] as const;
`;

describe("the check of requirements", () => {
  it.each([
    ["accepts ids at the start of titles and of the rows that make titles", cited, []],
    ["accepts a group's id", `${cited} describe("a group (E1)", () => {});`, []],
    ["finds an id without a test", cited.replace("F1 works", "works"), ["F1 has no test that cites it."]],
    ["does not count an id inside a title", cited.replace("F1 works", "works (F1)"), ["F1 has no test that cites it."]],
    ["does not count a group's id for its clauses", cited.replace("E1.1", "E1"), ["E1.1 has no test that cites it."]],
    [
      "finds a gap that no failing test shows",
      cited.replace("it.fails", "it"),
      ["F2 has a gap, but no test that is expected to fail cites it."],
    ],
    [
      "finds a failing test without a gap",
      `${cited} it.fails("F1 works otherwise", () => {});`,
      ["F1 has a test that is expected to fail, but no gap."],
    ],
    [
      "finds a plan that was carried out",
      `${cited} it("F3 works", () => {});`,
      ["F3 is planned, but a test cites it."],
    ],
    [
      "finds an unknown id in a title",
      `${cited} it("F9 works", () => {});`,
      ["planted.test.ts cites F9, which no manifest defines."],
    ],
    [
      "finds an unknown id in a comment",
      `${cited} // As F9 says.`,
      ["planted.test.ts cites F9, which no manifest defines."],
    ],
    [
      "finds a section of a document",
      `${cited} it("§4 works", () => {});`,
      ["planted.test.ts cites a section of a document instead of an id: §4 works"],
    ],
  ])("%s", (_what, source, problems) => {
    expect(checkRequirements([planted], [parseFile("planted.test.ts", source)])).toEqual(problems);
  });

  it("requires a citation in the file that shows a gap", () => {
    const shown = { F1: requirement("design", "Works.", { gap: "Too slow.", shownIn: "planted.test.ts" }) };

    expect(checkRequirements([shown], [parseFile("planted.test.ts", 'describe("F1 speed", () => {});')])).toEqual([]);
    expect(checkRequirements([shown], [parseFile("other.test.ts", 'describe("F1 speed", () => {});')])).toEqual([
      "planted.test.ts does not show the gap of F1: it does not cite it.",
    ]);
  });

  it("finds an id that is defined twice", () => {
    const again = { F1: planted.F1 };

    expect(checkRequirements([planted, again], [parseFile("planted.test.ts", cited)])).toEqual([
      "F1 is defined twice.",
    ]);
  });

  it("reads the ids of a table that the test imports", () => {
    const path = join(rootFolder, "packages/gateway/test/rejections-by-upstreams.test.ts");

    expect(checkRequirements([{ F12: planted.F1 }], [parseFile(path)])).not.toContain("F12 has no test that cites it.");
  });
});
