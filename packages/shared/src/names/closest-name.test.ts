import { expect, it } from "vitest";
import { closestName } from "./closest-name.ts";

const names = ["policy", "headers", "url", "alwaysLoad"];

it.each([
  ["polcy", "policy"],
  ["Policy", "policy"],
  ["hedaers", "headers"],
  ["alwaysLod", "alwaysLoad"],
  ["uri", "url"],
])("finds the name that %s means", (wanted, meant) => {
  expect(closestName(wanted, names)).toBe(meant);
});

it.each(["timeout", "", "uxyz", "policy".repeat(20)])("finds nothing for %j", (wanted) => {
  expect(closestName(wanted, names)).toBeUndefined();
});
