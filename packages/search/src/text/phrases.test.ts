import { expect, it } from "vitest";
import { countPhrases } from "./phrases.ts";

it.each([
  ["push the deadline of the tax thing to friday", 4],
  ["remember that Mara is allergic to nuts", 2],
  ["put that page under Archive instead", 2],
  ["github issue create", 0],
  ["the seven of rather bucket", 1],
  ["the of which until purple seventeen", 1],
  ["if of at the in", 1],
  ["wie spät ist es", 2],
  ["какая завтра погода", 2],
  ["", 0],
])("counts the phrases of %j: %i", (text, phrases) => {
  expect(countPhrases(text)).toBe(phrases);
});
