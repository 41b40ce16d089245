import { describe, expect, it } from "vitest";
import type { Embedder } from "../../embedding/embedder.ts";
import { createStaticEmbedder } from "../../embedding/static-embedder.ts";
import { ToolIndex } from "../../tool-index/tool-index.ts";
import { fullModel, fusionModels } from "./fusion-weights.ts";
import { createHybridRanker } from "./hybrid-ranker.ts";

const tools = [
  { name: "mcp__mail__send_email", description: "Send an email to somebody." },
  { name: "mcp__weather__get_forecast", description: "Get the weather forecast of a place." },
];

async function search(thresholds: Partial<typeof fullModel>, query: string) {
  const index = new ToolIndex();
  index.add(tools);
  await index.ready();
  const ranker = createHybridRanker({ ...fusionModels, table: { ...fullModel, ...thresholds } });
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

  it("are empty where no tool is near in meaning, unless the query has enough words of the catalogue, asks or is a sentence", async () => {
    const minMeaningOfAnswer = { withoutKnownWords: 2, lessPerKnownWord: 1, lessPerAskingWord: 1, lessPerPhrase: 1 };
    const thresholds = {
      minTrustOfHits: never,
      minTrustOfAnswer: least,
      minTrustOfCandidates: least,
      minMeaningOfAnswer,
    };

    expect(await search(thresholds, "icy mountain")).toMatchObject({ hits: [], candidates: [] });
    const { hits, candidates } = await search(thresholds, "forecast for this place");
    expect([...hits, ...candidates]).not.toEqual([]);
    const asked = await search(thresholds, "could you show icy mountain");
    expect([...asked.hits, ...asked.candidates]).not.toEqual([]);
    const sentence = await search(thresholds, "icy on the mountain");
    expect([...sentence.hits, ...sentence.candidates]).not.toEqual([]);
    // A name is an argument to come, and counts like a phrase.
    expect(await search(thresholds, "icy porto on mountain")).toMatchObject({ hits: [], candidates: [] });
    const named = await search(thresholds, "icy Porto on mountain");
    expect([...named.hits, ...named.candidates]).not.toEqual([]);
    // Words thrown together often have a number.
    expect(await search(thresholds, "icy 40 on mountain")).toMatchObject({ hits: [], candidates: [] });
  });

  it("are empty where the words that tools know are only numbers", async () => {
    const index = new ToolIndex();
    index.add([...tools, { name: "mcp__chat__roll_dice", description: "Roll dice with 4, 6, 8 or 12 sides." }]);
    await index.ready();
    const minMeaningOfAnswer = { withoutKnownWords: 2, lessPerKnownWord: 1, lessPerAskingWord: 0, lessPerPhrase: 0 };
    const ranker = createHybridRanker({
      ...fusionModels,
      table: {
        ...fullModel,
        minTrustOfHits: never,
        minTrustOfAnswer: least,
        minTrustOfCandidates: least,
        minMeaningOfAnswer,
      },
    });

    expect(await index.search("icy 4 mountain 8", { ranker })).toMatchObject({ hits: [], candidates: [] });
    expect((await index.search("icy dice mountain roll", { ranker })).candidates).not.toEqual([]);
  });

  it.each(["1 2 3 4 5 6", "q q q"])("are empty for letters and numbers that a tool mentions: %s", async (text) => {
    const index = new ToolIndex();
    index.add([...tools, { name: "mcp__chat__roll_dice", description: "Roll a die: 1, 2, 3, 4, 5 or 6; q to quit." }]);
    await index.ready();

    expect(await index.search(text)).toMatchObject({ hits: [], candidates: [] });
    expect((await index.search(`+dice ${text}`)).hits).toHaveLength(1);
  });

  const numbered = [
    ...tools,
    { name: "mcp__chat__roll_dice", description: "Roll up to 9 dice with 4, 6, 8, 10, 12 or 20 sides each." },
    { name: "mcp__tax__file_return", description: "File form 1099 with the tax office." },
  ];

  it.each(["asdfgh 9 jkl", "the 9 of 9", "of 12 to 4"])(
    "are empty for words thrown together with a number that a tool mentions: %s",
    async (text) => {
      const index = new ToolIndex();
      index.add(numbered);
      await index.ready();

      expect(await index.search(text)).toMatchObject({ hits: [], candidates: [] });
    },
  );

  it.each(["1099", "the 1099"])("find a tool by a number that is a name: %s", async (text) => {
    const index = new ToolIndex();
    index.add(numbered);
    await index.ready();

    expect((await index.search(text)).hits.map(({ name }) => name)).toEqual(["mcp__tax__file_return"]);
  });

  it.each([undefined, null])("still answer a request with a number (embedder: %s)", async (embedder) => {
    const index = new ToolIndex(embedder === null ? { embedder } : {});
    index.add(numbered);
    await index.ready();

    expect((await index.search("roll 9 dice")).hits[0]?.name).toBe("mcp__chat__roll_dice");
  });
});

describe("the weights of the hybrid ranker", () => {
  it("are those for the similarities that the embedder declares", async () => {
    const never = Number.POSITIVE_INFINITY;
    const always = {
      ...fullModel,
      minTrustOfHits: Number.NEGATIVE_INFINITY,
      minTrustOfOthers: Number.NEGATIVE_INFINITY,
    };
    const ranker = createHybridRanker({
      ...fusionModels,
      table: always,
      transformer: { ...fullModel, minTrustOfHits: never, minTrustOfAnswer: never },
    });
    const hitsWith = async (declared: Pick<Embedder, "similarities">): Promise<number> => {
      const index = new ToolIndex({ embedder: { ...createStaticEmbedder(), ...declared } });
      index.add(tools);
      await index.ready();
      return (await index.search("how cold does it get outside tonight", { ranker })).hits.length;
    };

    expect(await hitsWith({ similarities: "transformer" })).toBe(0);
    expect(await hitsWith({ similarities: "table" })).toBeGreaterThan(0);
    expect(await hitsWith({})).toBeGreaterThan(0);
  });
});

describe("words without meaning", () => {
  const drawer = { name: "mcp__box__close", description: "Put it away." };

  /** An embedder that finds no tool near any query. */
  const farFromAll = (knowsWord: (word: string) => boolean): Embedder => ({
    specificationVersion: "v1",
    id: "far from all",
    knowsWord,
    embed: (texts, purpose) => texts.map(() => Float32Array.from(purpose === "tool" ? [1, 0] : [0.05, 1])),
  });

  async function hitsWith(embedder: Embedder): Promise<readonly string[]> {
    const index = new ToolIndex({ embedder });
    index.add([drawer, ...tools]);
    await index.ready();
    const answer = await index.search("put");
    expect(answer.semantic).toBe("used");
    return answer.hits.map(({ name }) => name);
  }

  it("load nothing that the embedder, which knows them, finds far away", async () => {
    expect(await hitsWith(farFromAll(() => true))).toEqual([]);
  });
});

describe("candidates", () => {
  it("end where tools fall far behind a first that is trusted", async () => {
    const { hits, candidates } = await search({}, "send an email");

    expect(hits).toEqual(["mcp__mail__send_email"]);
    expect(candidates).toEqual([]);
  });
});

describe("a query with several requests", () => {
  const forecasts = ["today", "week", "month", "year"].map((time) => ({
    name: `mcp__weather__forecast_${time}`,
    description: "Get the weather forecast of a city.",
  }));
  const climates = ["north", "south", "east"].map((place) => ({
    name: `mcp__climate__${place}`,
    description: "Sunny.",
  }));
  const letter = { name: "mcp__post__send_letter", description: "Send a letter to a person." };
  /** Everything is about the weather, apart from letters. */
  const weatherEmbedder: Embedder = {
    specificationVersion: "v1",
    id: "weather",
    embed: (texts) =>
      texts.map((text) => Float32Array.from(/letter/.test(text) && !/weather/.test(text) ? [0, 1] : [1, 0])),
  };

  it("names the first tool of each before further tools for one of them", async () => {
    const index = new ToolIndex({ embedder: weatherEmbedder });
    index.add([...forecasts, ...climates, letter]);
    await index.ready();
    const least = Number.NEGATIVE_INFINITY;
    const byMeaning = { weights: fullModel.order.weights.map((_, feature) => (feature === 2 ? 100 : 0)), bias: 0 };
    const thresholds = { minTrustInOrderOfRequests: least, minTrustOfHits: least, minTrustOfOthers: least };
    const ranker = createHybridRanker({ ...fusionModels, table: { ...fullModel, ...thresholds, order: byMeaning } });
    const query = "Get the weather forecast of the city. Send a letter to the person.";
    const { hits, candidates } = await index.search(query, { ranker });

    expect(hits.map(({ name }) => name).sort()).toEqual(forecasts.map(({ name }) => name).sort());
    expect(candidates[0]?.name).toBe(letter.name);
  });
});
