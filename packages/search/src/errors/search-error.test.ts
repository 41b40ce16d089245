import { isToolcribError } from "@toolcrib/shared/errors";
import { describe, expect, it } from "vitest";
import { errorTable } from "./error-table.ts";
import { SearchError } from "./search-error.ts";

describe("SearchError", () => {
  it("says what was expected, what was received and what to do", () => {
    const error = new SearchError("query_too_long", { limit: 100, length: 101 });

    expect(error.message).toBe(
      "The query is too long: expected at most 100 characters, got 101. Shorten the query to the words that describe the task.",
    );
    expect(isToolcribError(error)).toBe(true);
  });

  it("keeps the pattern error's wording, which clients of the API know, in its summary", () => {
    const error = new SearchError("invalid_pattern", { reason: "missing ]: [" });

    expect(error.summary).toBe("Invalid regular expression pattern: missing ]: [");
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
