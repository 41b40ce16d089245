import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listWorkspacePackages, rootFolder } from "../workspace.ts";

it("builds every package that has sources", () => {
  const { references } = JSON.parse(readFileSync(join(rootFolder, "tsconfig.json"), "utf8")) as {
    references: { path: string }[];
  };
  const withSources = listWorkspacePackages()
    .map(({ folder }) => folder)
    .filter((folder) => folder.startsWith("packages/") && existsSync(join(rootFolder, folder, "src")));

  expect(references.map(({ path }) => path).toSorted()).toEqual(withSources);
});
