import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { updateDialectTable } from "./dialect-table.ts";

it("docs/dialects.md has one table of all parts of requests, and it says what the code declares", () => {
  const document = readFileSync(new URL("../../../../docs/dialects.md", import.meta.url), "utf8");

  expect(document).toContain("<!-- parts of requests -->");
  expect(document, "run `npm run docs:dialects`").toBe(updateDialectTable(document));
});
