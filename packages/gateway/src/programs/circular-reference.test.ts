import { describe, expect, it } from "vitest";
import { hasCircularReference } from "./circular-reference.ts";

/** Definitions that lead to each other in a row. */
const chain = (length: number, last: object = {}) => ({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `d${index}`,
      index === length - 1 ? last : { $ref: `#/$defs/d${index + 1}` },
    ]),
  ),
});

describe("hasCircularReference", () => {
  it.each<[string, unknown, boolean]>([
    ["a schema without references", { type: "object", properties: { a: {} } }, false],
    ["references in a row", chain(500), false],
    [
      "references that lead to one twice",
      { anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }], $defs: { a: {} } },
      false,
    ],
    ["a reference to the schema", { properties: { a: { $ref: "#" } } }, true],
    ["references in a circle", chain(500, { $ref: "#/$defs/d3" }), true],
    ["a circle that nothing leads to", { $defs: { a: { $ref: "#/$defs/a" } } }, false],
  ])("reads %s", (_what, schema, isCircular) => {
    expect(hasCircularReference(schema)).toBe(isCircular);
  });

  it("counts rows that are longer than any stack as circular", () => {
    expect(hasCircularReference(chain(15_000))).toBe(true);
  });
});
