import { describe, expect, it } from "vitest";
import { describeValue } from "./describe-value.ts";

describe("describeValue", () => {
  it.each([
    [null, "null"],
    [undefined, "undefined"],
    [Number.NaN, "NaN"],
    [1.5, "1.5"],
    [true, "true"],
    ["", "an empty string"],
    ['say "hi"', '"say \\"hi\\""'],
    [[1, 2], "an array of length 2"],
    [{}, "an object"],
    [() => 1, "a function"],
  ])("describes %j", (value, description) => {
    expect(describeValue(value)).toBe(description);
  });

  it("cuts long text and says how long it was", () => {
    expect(describeValue("x".repeat(1000))).toBe(`"${"x".repeat(60)}"… (1000 characters)`);
  });
});
