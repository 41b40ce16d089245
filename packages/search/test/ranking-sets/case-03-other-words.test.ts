import { describe } from "vitest";
import { readQueries } from "./ranking-set.ts";
import { testShare } from "./shares.ts";

describe("Q3 a tool and a request in different words", () => {
  testShare("finds a tool by what it is for, in words that it does not use", readQueries("case-03-other-words"), 0.7, {
    wanted: 0.75,
    halves: ["tune"],
  });
  testShare("finds tools with CamelCase names", readQueries("case-03-camel-case-tools"), 0.9);
  testShare("finds a tool by a request in a sentence", readQueries("case-03-automation-requests"), 0.9);
});
