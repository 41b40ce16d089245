import { describe } from "vitest";
import { readQueries } from "./ranking-set.ts";
import { testEach, testShare } from "./shares.ts";

const queries = readQueries("case-12-everyday");

describe("everyday wording", () => {
  testShare(
    "finds a tool for a request as people type it",
    queries.filter(({ never }) => never === undefined),
    0.65,
  );
  testEach(
    "is not misled by idioms, identifiers and homonyms",
    queries.filter(({ never }) => never !== undefined),
  );
});
