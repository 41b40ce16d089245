import { describe } from "vitest";
import { readQueries } from "./ranking-set.ts";
import { testEach } from "./shares.ts";

/**
 * Requests in everyday words over the sample catalogue, like those that README and docs quote. No weights were fitted on
 * them, and none was chosen by the held half.
 */
const queries = readQueries("case-13-readme-requests");

/** The tools that would do are not among the first eight that are named, or a misleading one is loaded. */
const knownGaps: readonly string[] = [
  "can we go for a run or is the smog too bad",
  "put on some Nina Simone",
  "start a mix for the road trip",
  "did Marta write back about the lease",
  "lunch with Farah on tuesday at half twelve",
  "push the standup to ten",
  "I can't make the review, say no",
  "when can Jo and I both talk next week",
  "is anyone working on the checkout bug",
  "API-9 waits for API-4",
  "looks good to me, let 214 in",
  "where do we define maxRetries",
  "what's in my downloads",
  "how big is thesis.docx",
  "we need three more web servers",
  "give Olga access to the budget sheet",
  "who can see the salary spreadsheet",
];

describe("requests like those that the README quotes", () => {
  testEach("names a tool that would do, and loads none that only shares a word", queries, { queries: knownGaps });
});
