import { describe, expect, it } from "vitest";
import { dropField } from "./drop-field.ts";

const value = { a: 1, list: [{ x: 1, y: 2 }, { y: 3 }, "text", null], deep: { x: { z: 1 } } };

describe("dropping a field", () => {
  it.each([
    ["a", { list: value.list, deep: value.deep }],
    ["list.*.x", { ...value, list: [{ y: 2 }, { y: 3 }, "text", null] }],
    ["deep.x.z", { ...value, deep: { x: {} } }],
  ])("removes %s and nothing else", (path, expected) => {
    expect(dropField(value, path.split("."))).toEqual(expected);
    expect(JSON.stringify(value)).toContain('"x":1');
  });

  it.each(["b", "list.x", "list.*.z", "a.*.x", "deep.*"])("returns the same value if %s is missing", (path) => {
    expect(dropField(value, path.split("."))).toBe(value);
  });

  it("returns the same list for the same list, so that it is serialised once (law 3)", () => {
    const again = { ...value };

    expect(dropField(again, ["list", "*", "x"]).list).toBe(dropField(value, ["list", "*", "x"]).list);
  });

  it("keeps a key called __proto__ a key", () => {
    const hostile = JSON.parse('{"a":{"x":1,"__proto__":{"y":2}},"__proto__":{"z":3}}') as object;

    expect(JSON.stringify(dropField(hostile, ["a", "x"]))).toBe('{"a":{"__proto__":{"y":2}},"__proto__":{"z":3}}');
  });
});
