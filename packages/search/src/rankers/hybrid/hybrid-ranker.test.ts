import { describe, expect, it } from "vitest";
import { ToolIndex } from "../../tool-index/tool-index.ts";
import { fullModel, wordsModel } from "./fusion-weights.ts";
import { createHybridRanker } from "./hybrid-ranker.ts";

const tools = [
  { name: "mcp__mail__send_email", description: "Send an email to somebody." },
  { name: "mcp__weather__get_forecast", description: "Get the weather forecast of a place." },
];

async function search(thresholds: Partial<typeof fullModel>, query: string) {
  const index = new ToolIndex();
  index.add(tools);
  await index.ready();
  const ranker = createHybridRanker({ ...fullModel, ...thresholds }, wordsModel);
  const { hits, candidates, summary } = await index.search(query, { ranker });
  return { hits: hits.map(({ name }) => name), candidates: candidates.map(({ name }) => name), summary };
}

describe("the tiers of the hybrid ranker", () => {
  const query = "how cold does it get outside tonight";
  const least = Number.NEGATIVE_INFINITY;
  const never = Number.POSITIVE_INFINITY;

  it("load what is trusted", async () => {
    const { hits } = await search({ minTrustOfHits: least, minTrustOfOthers: least }, query);

    expect(hits[0]).toBe("mcp__weather__get_forecast");
  });

  it("name what is plausible and not trusted", async () => {
    const { hits, candidates, summary } = await search(
      { minTrustOfHits: never, minTrustOfAnswer: least, minTrustOfCandidates: least },
      query,
    );

    expect(hits).toEqual([]);
    expect(candidates[0]).toBe("mcp__weather__get_forecast");
    expect(summary).toMatch(/^No tool is a clear match; 2 tools were searched\. \d may be meant\.$/);
  });

  it("are empty where nothing is plausible, and say so", async () => {
    const { hits, candidates, summary } = await search({ minTrustOfHits: never, minTrustOfAnswer: never }, query);

    expect({ hits, candidates }).toEqual({ hits: [], candidates: [] });
    expect(summary).toMatch(/^No tool matches; 2 tools were searched\. Nearest names: /);
  });
});
