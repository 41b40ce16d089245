import { describe } from "vitest";
import { readQueries } from "./ranking-set.ts";
import { testShare } from "./shares.ts";

describe("Q6 other languages than English", () => {
  testShare("finds tools described in Japanese", readQueries("case-06-japanese"), 0.95);
  testShare("finds tools described in Russian", readQueries("case-06-russian"), 0.9);
  testShare("finds tools described in Chinese", readQueries("case-06-chinese"), 0.85, {
    wanted: 0.95,
    halves: ["held"],
  });
  testShare(
    "finds tools described in English by a query in another language",
    readQueries("case-06-foreign-query-english-tools"),
    0.85,
  );
});
