import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LintFinding, LintWorkspace } from "./lint-report.ts";
import { allowedImports, biomeFaults, oxlintFaults, sourceOfAllowedImport } from "./planted-faults.ts";

// A linter that is switched off, or a rule that a new version reads differently, passes every file in silence.
describe("the linters, with this repository's settings", () => {
  let workspace: LintWorkspace;
  let biomeFindings: LintFinding[];
  let oxlintFindings: LintFinding[];

  beforeAll(() => {
    const allowed = allowedImports.map(({ file, specifier }) => ({ file, source: sourceOfAllowedImport(specifier) }));
    workspace = new LintWorkspace([...biomeFaults, ...oxlintFaults, ...allowed]);
    biomeFindings = workspace.runBiome();
    oxlintFindings = workspace.runOxlint();
  }, 60_000);

  afterAll(() => workspace.remove());

  it.each(biomeFaults)("find $title", ({ file, rule }) => {
    expect(biomeFindings).toContainEqual({ file, rule });
  });

  it.each(oxlintFaults)("find $title", ({ file, rule }) => {
    expect(oxlintFindings).toContainEqual({ file, rule });
  });

  it.each(allowedImports)("allow $specifier in $file", ({ file }) => {
    expect([...biomeFindings, ...oxlintFindings].filter((finding) => finding.file === file)).toEqual([]);
  });
});
