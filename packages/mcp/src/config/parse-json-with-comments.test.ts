import { describe, expect, it } from "vitest";
import { parseJsonWithComments } from "./parse-json-with-comments.ts";

describe("JSON with comments", () => {
  it("may have comments, trailing commas and a byte order mark", () => {
    const text = '\uFEFF{\n  // one\n  "a": [1, /* two */ 2,],\n  "b": "http://x//y",\n}\n';

    expect(parseJsonWithComments(text)).toEqual({ a: [1, 2], b: "http://x//y" });
  });

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', "missing comma at line 3, column 3"],
    ["", "missing value at line 1, column 1"],
    ['{"a": "secret', "unexpected end of string at line 1, column 7"],
    ['{"a": 1} x', "invalid symbol at line 1, column 10"],
    ["\uFEFF{,}", "missing value at line 1, column 2"],
  ])("says where %j is wrong without quoting it", (text, message) => {
    expect(() => parseJsonWithComments(text)).toThrow(new SyntaxError(message));
  });

  it("treats __proto__ as an ordinary key", () => {
    const value = parseJsonWithComments('{"__proto__": {"mcpServers": {}}}') as Record<string, unknown>;

    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(value["mcpServers"]).toBeUndefined();
  });

  it("refuses a text that is nested too deeply", () => {
    expect(() => parseJsonWithComments("[".repeat(100_000))).toThrow(new SyntaxError("nested too deeply"));
  });

  it("does not search again for the end of each of many unclosed comments", () => {
    expect(() => parseJsonWithComments("/* ".repeat(100_000))).toThrow("unexpected end of comment");
  });
});
