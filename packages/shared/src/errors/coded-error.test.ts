import { describe, expect, it } from "vitest";
import { CodedError, type ErrorDetails } from "./coded-error.ts";
import { isToolcribError } from "./is-toolcrib-error.ts";

const table = {
  too_long: {
    message: "The text is too long: expected at most {limit} characters, got {length}.",
    remedy: "Shorten the text.",
  },
  invalid_pattern: { message: "Invalid pattern: {reason}", remedy: "Use plain words." },
} as const;

class TestError<Code extends keyof typeof table> extends CodedError<typeof table, Code> {
  constructor(code: Code, details: ErrorDetails<typeof table, Code>, options?: { readonly cause?: unknown }) {
    super(table, code, details, options);
  }
}

describe("CodedError", () => {
  it("says what was expected, what was received and what to do", () => {
    const error = new TestError("too_long", { limit: 100, length: 101 });

    expect(error.message).toBe("The text is too long: expected at most 100 characters, got 101. Shorten the text.");
    expect(error).toMatchObject({ name: "ToolcribError", code: "too_long", details: { limit: 100, length: 101 } });
  });

  it("ends the summary with a full stop only in the message", () => {
    const error = new TestError("invalid_pattern", { reason: "missing ]: [" });

    expect(error.summary).toBe("Invalid pattern: missing ]: [");
    expect(error.message).toBe(`${error.summary}. ${error.remedy}`);
  });

  it("leaves placeholder-like and replacement-like text in details unchanged", () => {
    const error = new TestError("invalid_pattern", { reason: "{limit} $& $1" });

    expect(error.summary).toBe("Invalid pattern: {limit} $& $1");
  });

  it("fills in the details in the remedy, too", () => {
    const remedies = { missing: { message: "{name} is missing.", remedy: "Run npm i {name}." } } as const;

    expect(new CodedError(remedies, "missing", { name: "x" })).toMatchObject({
      message: "x is missing. Run npm i x.",
      remedy: "Run npm i x.",
    });
  });

  it("keeps the cause", () => {
    const cause = new Error("inner");

    expect(new TestError("invalid_pattern", { reason: "" }, { cause }).cause).toBe(cause);
  });

  it("accepts only the details that the message names", () => {
    // @ts-expect-error: `length` is missing
    const error = new TestError("too_long", { limit: 100 });

    expect(error.code).toBe("too_long");
  });
});

describe("isToolcribError", () => {
  it("recognises coded errors and no others", () => {
    expect(isToolcribError(new TestError("invalid_pattern", { reason: "" }))).toBe(true);
    expect(isToolcribError(new Error("other"))).toBe(false);
    expect(isToolcribError({ name: "ToolcribError", code: "invalid_pattern", details: {} })).toBe(false);
    expect(isToolcribError(undefined)).toBe(false);
  });

  it("recognises an error of a second copy of the package", () => {
    const foreign = Object.assign(new Error("x"), { name: "ToolcribError", code: "invalid_query", details: {} });

    expect(isToolcribError(foreign)).toBe(true);
  });
});
