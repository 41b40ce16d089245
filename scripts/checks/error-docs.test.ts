import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { listWorkspacePackages, rootFolder } from "../workspace.ts";
import { readTablesByHeading, withoutCodeMarks } from "./markdown-table.ts";

interface ErrorTableModule {
  readonly errorTable: Readonly<Record<string, { readonly message: string; readonly remedy: string }>>;
}

const documentedTables = readTablesByHeading("docs/errors.md");
const packagesWithErrors = listWorkspacePackages()
  .map(({ folder, manifest }) => ({ name: manifest.name, file: join(rootFolder, folder, "src/errors/error-table.ts") }))
  .filter(({ file }) => existsSync(file));

describe("docs/errors.md", () => {
  it("has one section for each package that has an error table", () => {
    expect([...documentedTables.keys()].toSorted()).toEqual(packagesWithErrors.map(({ name }) => name).toSorted());
  });

  it.each(packagesWithErrors)("contains the error table of $name verbatim", async ({ name, file }) => {
    const { errorTable } = (await import(pathToFileURL(file).href)) as ErrorTableModule;

    const documented = (documentedTables.get(name) ?? []).map((cells) => cells.map(withoutCodeMarks));

    for (const { message, remedy } of Object.values(errorTable)) {
      for (const [placeholder] of remedy.matchAll(/\{\w+\}/g)) expect(message).toContain(placeholder);
    }
    expect(documented).toEqual(Object.entries(errorTable).map(([code, entry]) => [code, entry.message, entry.remedy]));
  });
});
