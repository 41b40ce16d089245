import { expect, it } from "vitest";
import { openingFailure } from "./opening-failure.ts";

it.each([
  [new Error("broken"), "broken"],
  [{ name: "ErrnoError", errno: 51 }, "ENOSPC: no space left on the disk"],
  [{ name: "ErrnoError", errno: 12 }, "error 12 of the file system"],
  [{ name: "ExitStatus", message: "Program terminated with exit(1)", status: 1 }, "Program terminated with exit(1)"],
  [{ name: "ExitStatus" }, "ExitStatus"],
  [{}, "PGlite gave no reason"],
  ["text", "text"],
])("%o has a reason that can be read", (thrown, reason) => {
  expect(openingFailure(thrown)).toBe(reason);
});
