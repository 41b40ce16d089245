import { expect, it } from "vitest";
import * as languages from "./index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(languages).toSorted()).toEqual([
    "LanguagesError",
    "createLanguages",
    "errorTable",
    "isToolcribError",
  ]);
});

it("keeps the error codes", () => {
  expect(Object.keys(languages.errorTable).toSorted()).toEqual([
    "invalid_language_entries",
    "unsupported_language_entries",
  ]);
});
