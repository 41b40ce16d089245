import { expect, it } from "vitest";
import { compareNames } from "./compare-names.ts";

it("orders names by code unit, the same in every locale", () => {
  expect(["b", "a", "B", "ä", "a"].sort(compareNames)).toEqual(["B", "a", "a", "b", "ä"]);
  expect(compareNames("a", "a")).toBe(0);
});
