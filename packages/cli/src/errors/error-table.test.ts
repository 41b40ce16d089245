import { describe, expect, it } from "vitest";
import { CommandError } from "./command-error.ts";
import { describeJson } from "./describe-json.ts";
import { errorTable } from "./error-table.ts";

describe("errorTable", () => {
  it.each(Object.entries(errorTable))("%s says what was expected and what to do, in full sentences", (code, entry) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(entry.message).toMatch(/expected .*\.$/);
    expect(entry.remedy).toMatch(/^[A-Z].*\.$/);
  });
});

describe("CommandError", () => {
  it("fills in the details and leaves text that looks like a placeholder alone", () => {
    const error = new CommandError("file_unreadable", { file: "{reason}$&", reason: "a folder" });

    expect(error.summary).toBe("{reason}$& cannot be read: expected a file, got a folder.");
    expect(error.message).toBe(`${error.summary} ${error.remedy}`);
  });
});

describe("describeJson", () => {
  it.each([
    [undefined, "nothing"],
    [null, "null"],
    ["", "an empty string"],
    ["x".repeat(100), `"${"x".repeat(60)}"… (100 characters)`],
    [[], "an array of length 0"],
    [[1, 2], "an array of length 2"],
    [{}, "an object"],
    [false, "false"],
  ])("describes %j", (value, description) => {
    expect(describeJson(value)).toBe(description);
  });
});
