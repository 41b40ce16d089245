import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rootFolder } from "../workspace.ts";
import { documentWithLoaderTable, updateLoaderTable } from "./loader-table.ts";

it("docs/loaders.md lists the built-in loaders as they describe themselves", () => {
  const document = readFileSync(join(rootFolder, documentWithLoaderTable), "utf8");

  expect(document).toContain("<!-- loaders -->");
  expect(document, "run `npm run docs:loaders`").toBe(updateLoaderTable(document));
  expect(updateLoaderTable("<!-- loaders -->\n<!-- end -->")).toContain("| `bridge` | ");
});
