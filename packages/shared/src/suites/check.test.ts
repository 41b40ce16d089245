import { describe, expect, it } from "vitest";
import { assert, assertSame, titlesOfFailedChecks } from "./index.ts";

describe("the helpers of suites", () => {
  it("say what was expected and what was received", () => {
    expect(() => assert(false, "expected a name")).toThrow("expected a name");
    expect(() => assertSame([1], [2], "the numbers")).toThrow("the numbers: expected [2], got [1]");
    assertSame({ a: [null] }, { a: [null] }, "equal values");
  });

  it("name the checks that throw or reject", async () => {
    const checks = [
      { title: "throws", run: () => assert(false, "no") },
      { title: "passes", run: () => {} },
      { title: "rejects", run: () => Promise.reject(new Error("no")) },
    ];

    expect(await titlesOfFailedChecks(checks)).toEqual(["throws", "rejects"]);
  });
});
