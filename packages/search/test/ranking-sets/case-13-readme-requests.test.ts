import { describe } from "vitest";
import { readQueries } from "./ranking-set.ts";
import { testEach } from "./shares.ts";

/**
 * Requests in everyday words over the sample catalogue, like those that README and docs quote. No weights were fitted on
 * them, but the table of idioms was extended with them in view: they show what works and measure nothing.
 */
const queries = readQueries("case-13-readme-requests");

/** Nothing in this request speaks of music: a mix is one to those who know, and the road leads to maps. */
const knownGaps: readonly string[] = ["start a mix for the road trip"];

describe("requests like those that the README quotes", () => {
  testEach("names a tool that would do, and loads none that only shares a word", queries, { queries: knownGaps });
});
