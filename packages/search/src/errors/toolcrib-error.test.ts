import { describe, expect, it } from "vitest";
import { describeValue } from "./describe-value.ts";
import { errorTable } from "./error-table.ts";
import { isToolcribError, ToolcribError } from "./toolcrib-error.ts";

describe("ToolcribError", () => {
  it("says what was expected, what came and what to do", () => {
    const error = new ToolcribError("query_too_long", { limit: 100, length: 101 });

    expect(error.message).toBe(
      "The query is too long: expected at most 100 characters, got 101. Shorten the query to the words that describe the task.",
    );
    expect(error).toMatchObject({
      name: "ToolcribError",
      code: "query_too_long",
      details: { limit: 100, length: 101 },
    });
  });

  it("keeps the pattern error's wording, which clients of the API know, in its summary", () => {
    const error = new ToolcribError("invalid_pattern", { reason: "missing ]: [" });

    expect(error.summary).toBe("Invalid regular expression pattern: missing ]: [");
    expect(error.message).toBe(`${error.summary}. ${error.remedy}`);
  });

  it("leaves placeholder-like and replacement-like text in details as it is", () => {
    const error = new ToolcribError("invalid_pattern", { reason: "{limit} $& $1" });

    expect(error.summary).toBe("Invalid regular expression pattern: {limit} $& $1");
  });

  it("keeps the cause", () => {
    const cause = new Error("inner");

    expect(new ToolcribError("invalid_query", { received: "null" }, { cause }).cause).toBe(cause);
  });

  it("accepts only the details that the message names", () => {
    // @ts-expect-error: `length` is missing
    const error = new ToolcribError("query_too_long", { limit: 100 });

    expect(error.code).toBe("query_too_long");
  });
});

describe("isToolcribError", () => {
  it("recognises its own errors and no others", () => {
    expect(isToolcribError(new ToolcribError("invalid_query", { received: "null" }))).toBe(true);
    expect(isToolcribError(new Error("other"))).toBe(false);
    expect(isToolcribError({ name: "ToolcribError", code: "invalid_query", details: {} })).toBe(false);
    expect(isToolcribError(undefined)).toBe(false);
  });

  it("recognises an error of a second copy of the package", () => {
    const foreign = Object.assign(new Error("x"), { name: "ToolcribError", code: "invalid_query", details: {} });

    expect(isToolcribError(foreign)).toBe(true);
  });
});

describe("errorTable", () => {
  it.each(Object.entries(errorTable))(
    "%s has a code in snake case, full sentences and no stray braces",
    (code, entry) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(entry.remedy).toMatch(/^[A-Z].*\.$/);
      expect(entry.message.replace(/\{[a-z]+\}/g, "")).not.toMatch(/[{}]/);
    },
  );
});

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
