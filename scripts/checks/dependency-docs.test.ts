import { describe, expect, it } from "vitest";
import { listWorkspacePackages, readManifest, type WorkspacePackage } from "../workspace.ts";
import { readTablesByHeading, withoutCodeMarks } from "./markdown-table.ts";

const root: WorkspacePackage = { folder: "", manifest: readManifest("") };
const documentedTables = readTablesByHeading("docs/dependencies.md");
// The last section is about code of our own, not about a package.
documentedTables.delete("Our own code where a library exists");
const packagesWithDependencies = [root, ...listWorkspacePackages()]
  .map(({ manifest }) => ({ name: manifest.name, dependencies: dependenciesOf(manifest) }))
  .filter(({ dependencies }) => dependencies.length > 0);

function dependenciesOf(manifest: WorkspacePackage["manifest"]): string[] {
  const groups = [
    manifest.dependencies,
    manifest.devDependencies,
    manifest.peerDependencies,
    manifest.optionalDependencies,
  ];
  // An optional peer is installed here for the tests, so it is in two groups.
  return [...new Set(groups.flatMap((group) => Object.keys(group ?? {})))];
}

describe("docs/dependencies.md", () => {
  it("has one section for each package that depends on something", () => {
    expect([...documentedTables.keys()].toSorted()).toEqual(
      packagesWithDependencies.map(({ name }) => name).toSorted(),
    );
  });

  it.each(packagesWithDependencies)("has one reason for each dependency of $name", ({ name, dependencies }) => {
    const rows = documentedTables.get(name) ?? [];

    expect(rows.map(([dependency = ""]) => withoutCodeMarks(dependency)).toSorted()).toEqual(dependencies.toSorted());
    expect(rows.filter(([, reason = ""]) => reason === "")).toEqual([]);
  });
});
