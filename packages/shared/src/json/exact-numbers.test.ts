import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactly, writeExactly } from "./exact-numbers.ts";

describe("parseExactly and writeExactly", () => {
  it.each([
    '{"id":12345678901234567890}',
    '{"ids":[9007199254740993,-9007199254740993,1],"note":"12345678901234567890"}',
    "[[12345678901234567890123456789012345678901234567890]]",
    '{"__proto__":12345678901234567890,"a":{"__proto__":{"b":9007199254740993}}}',
    '{"text":"a \\"quoted\\" 9007199254740993, \\\\","id":9007199254740993}',
  ])("keep the integers of %s", (text) => {
    const value = parseExactly(text);

    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    expect(writeExactly(value)).toBe(text);
  });

  it("keep an integer in an object that moved, and write what replaced it", () => {
    const value = parseExactly('{"input":{"id":9007199254740993,"other":9007199254740993}}') as {
      input: { other: number };
    };
    value.input.other = 5;

    expect(writeExactly({ arguments: value.input })).toBe('{"arguments":{"id":9007199254740993,"other":5}}');
  });

  it("read and write any other JSON as JSON does", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = parseExactly(text);

        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
        expect(writeExactly(value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("refuse what is not JSON, and more large integers than can be kept", () => {
    expect(() => parseExactly('{"a":9007199254740993,}')).toThrow(SyntaxError);
    expect(() => parseExactly(`[${"9007199254740993,".repeat(10_000)}9007199254740993]`)).toThrow(RangeError);
  });
});
