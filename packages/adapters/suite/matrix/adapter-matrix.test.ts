import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { documentWithMatrix, updateMatrix } from "./adapter-matrix.ts";

it("docs/adapters.md lists the checks of the suite, and on what they are run", () => {
  const document = readFileSync(new URL(`../../../../${documentWithMatrix}`, import.meta.url), "utf8");

  expect(document, "run `npm run docs:adapters`").toBe(updateMatrix(document));
  expect(updateMatrix("<!-- matrix -->\n<!-- end -->")).toContain("| finds a tool and calls it | 9 | 3 |");
});
