import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { isLongerThan, isNestedTooDeeply, isRecord, maxNesting } from "./json-shape.ts";
import { JsonExcessError, parseBounded, parseJson } from "./parse-json.ts";

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

describe("canonicalJson", () => {
  it("writes equal values as equal texts, whatever the order of keys", () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(canonicalJson({ b: 1, a: 2 })).toBe(canonicalJson({ a: 2, b: 1 }));
  });

  it("keeps the order of lists", () => {
    expect(canonicalJson([2, 1])).toBe("[2,1]");
  });

  it("keeps a key called __proto__ as a key", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe('{"__proto__":{"a":2,"b":1}}');
  });

  it("writes values that JSON cannot represent as null", () => {
    expect(canonicalJson(undefined)).toBe("null");
  });
});

describe("parseJson", () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ["null", null],
    ['{"a":', undefined],
    ["", undefined],
  ])("reads %j as %j", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });
});

describe("isRecord", () => {
  it.each([
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ["text", false],
    [undefined, false],
  ])("distinguishes an object with fields from %j", (value, expected) => {
    expect(isRecord(value)).toBe(expected);
  });
});

describe("isNestedTooDeeply", () => {
  it("allows the limit and no level more", () => {
    expect(isNestedTooDeeply(nested(maxNesting))).toBe(false);
    expect(isNestedTooDeeply(nested(maxNesting + 1))).toBe(true);
    expect(isNestedTooDeeply(nested(3), 2)).toBe(true);
  });

  it("does not parse what exceeds a limit", () => {
    expect(parseJson(`[${"{},".repeat(1_000_000)}{}]`)).toBeUndefined();
  });
});

describe("parseBounded", () => {
  it("reads a text within the limits, and says which limit another exceeds", () => {
    const limits = { values: 9, keys: 2, depth: 9 };
    expect(parseBounded('{"a":1,"b":[2]}', limits)).toEqual({ a: 1, b: [2] });
    const parse = () => parseBounded('{"a":1,"b":2,"c":3}', limits);
    expect(parse).toThrow(JsonExcessError);
    expect(parse).toThrow("more than 2 keys in one object in its first 17 bytes");
  });

  it("throws what JSON.parse throws for a text that is no JSON", () => {
    expect(() => parseBounded("{")).toThrow(SyntaxError);
  });
});

describe("isLongerThan", () => {
  it("is exact where nothing is escaped", () => {
    expect(isLongerThan("abc", 4)).toBe(true);
    expect(isLongerThan([1, "b", []], 9)).toBe(true);
    expect(isLongerThan([1, "b", []], 10)).toBe(false);
    expect(isLongerThan({ a: [], b: "c" }, 15)).toBe(true);
    expect(isLongerThan({ a: [], b: "c" }, 16)).toBe(false);
  });

  it("never takes a value for longer than it is", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true, withBoxedValues: true }), (value) => {
        const json = JSON.stringify({ value: value ?? null }).slice('{"value":'.length, -1);
        if (json !== "") expect(isLongerThan(value, json.length)).toBe(false);
      }),
    );
  });

  it("ends for a value that contains itself", () => {
    const value: unknown[] = [];
    for (let index = 0; index < 10; index++) value.push(value);
    expect(isLongerThan(value, 10_000)).toBe(true);
  });
});
