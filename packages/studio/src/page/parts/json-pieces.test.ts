import { describe, expect, it } from "vitest";
import { branchSummary, jsonBytes, jsonPiece } from "./json-pieces.ts";

describe("jsonPiece", () => {
  it.each([
    ["<b>", "string", '"<b>"'],
    [1.5, "number", "1.5"],
    [true, "boolean", "true"],
    [null, "null", "null"],
  ])("writes %j as JSON", (value, kind, text) => {
    expect(jsonPiece(value)).toMatchObject({ type: "leaf", kind, text });
  });

  it("cuts a long text and says by how much, until it is asked for the whole", () => {
    const long = "x".repeat(2_500);

    expect(jsonPiece(long)).toMatchObject({ hidden: 500 });
    expect(jsonPiece(long, true)).toMatchObject({ text: JSON.stringify(long), hidden: 0 });
  });

  it("takes one level apart", () => {
    expect(jsonPiece({ a: [1] })).toMatchObject({ open: "{", entries: [["a", [1]]] });
    expect(jsonPiece([1, 2])).toMatchObject({
      open: "[",
      entries: [
        [undefined, 1],
        [undefined, 2],
      ],
    });
  });
});

describe("branchSummary", () => {
  it("describes the contents of a closed branch", () => {
    expect(branchSummary({ type: "tool_use", name: "read_file", input: {} })).toBe("tool_use · read_file");
    expect(branchSummary([1])).toBe("1 item");
    expect(branchSummary({ a: 1, b: 2 })).toBe("2 fields");
  });
});

it("counts bytes, not characters", () => {
  expect(jsonBytes("é")).toBe(4);
});
