import { builtInLoaders } from "@toolcrib/core/loaders";
import { expect, it } from "vitest";
import { readTablesByHeading } from "./markdown-table.ts";

it("docs/loaders.md lists the built-in loaders as they describe themselves", () => {
  const rows = Object.values(builtInLoaders).map(({ name, summary, keepsPrefix, definitionsIn }) => [
    `\`${name}\``,
    summary,
    keepsPrefix ? "yes" : "no",
    definitionsIn,
  ]);

  expect(readTablesByHeading("docs/loaders.md").get("Built-in")).toEqual(rows);
});
