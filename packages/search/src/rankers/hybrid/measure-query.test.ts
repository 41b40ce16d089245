import { describe, expect, it } from "vitest";
import { LexicalIndex } from "../../lexical/lexical-index.ts";
import { queryTerms } from "../../lexical/query-terms.ts";
import { FeatureTable, requestCountFeature, wordCountFeature } from "./features.ts";
import { fusionModels } from "./fusion-weights.ts";
import { measureQuery } from "./measure-query.ts";
import { splitRequests } from "./split-requests.ts";

function measured(text: string): FeatureTable {
  const table = new FeatureTable(Int32Array.of(4, 7));
  measureQuery(queryTerms(text, new LexicalIndex()), splitRequests(text).length, table);
  return table;
}

describe("measureQuery", () => {
  it.each([
    ["read the file", 0, Math.log(2)],
    ["walk the dog. feed the cat", Math.log(2), Math.log(4)],
    ["walk the dog. feed the cat. water the plants", Math.log(3), Math.log(6)],
  ])("records for every candidate how many requests and words the query has: %j", (text, requests, words) => {
    const table = measured(text);
    for (const candidate of [0, 1]) {
      expect(table.get(candidate, requestCountFeature)).toBeCloseTo(requests);
      expect(table.get(candidate, wordCountFeature)).toBeCloseTo(words);
    }
  });

  it("treats a query without words as one of one word", () => {
    expect(measured("").get(0, wordCountFeature)).toBe(0);
  });

  it("leaves the order of the candidates alone", () => {
    for (const { order } of Object.values(fusionModels)) {
      expect(order.weights[requestCountFeature]).toBe(0);
      expect(order.weights[wordCountFeature]).toBe(0);
    }
  });
});
