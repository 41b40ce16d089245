import { expect, it } from "vitest";
import { messageIn } from "./error-text.ts";

it("reads where a problem is, and leaves out what is no name or position", () => {
  const loc = ["body", "tools", 0, { toString: 5 }, null];

  expect(messageIn(JSON.stringify({ detail: [{ loc, msg: "Field required" }] }))).toBe("body.tools.0: Field required");
});
