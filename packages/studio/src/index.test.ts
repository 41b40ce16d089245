import { expect, it } from "vitest";
import * as studio from "./index.ts";

it("exports these names and no others", () => {
  expect(Object.keys(studio).toSorted()).toEqual(["StudioError", "errorTable", "studioPages"]);
});
