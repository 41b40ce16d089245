import { type AnyOrama, create, insert, type Results, search } from "@orama/orama";
import { stopwords } from "@orama/stopwords/english";
import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";
import { readToolText } from "../catalogue/tool-text.ts";
import type { EngineIndex, SearchEngine } from "./search-engine.ts";

interface OramaChoices {
  readonly boost: Readonly<Record<string, number>>;
  readonly stemming: boolean;
  readonly stopWords: boolean;
  readonly tolerance?: number;
}

const schema = {
  name: "string",
  description: "string",
  argumentNames: "string",
  argumentDescriptions: "string",
} as const;

/** The settings that were tried, the best first. */
export const oramaVariants: readonly SearchEngine[] = [
  describe("four fields, name ×2, its English stop words", { boost: { name: 2 }, stemming: false, stopWords: true }),
  describe("four fields, name ×2, its English stemmer and stop words", {
    boost: { name: 2 },
    stemming: true,
    stopWords: true,
  }),
  describe("four fields, name ×2, its English stemmer", { boost: { name: 2 }, stemming: true, stopWords: false }),
  describe("four fields, name ×2, defaults", { boost: { name: 2 }, stemming: false, stopWords: false }),
  describe("four fields, name ×2, its English stemmer and stop words, tolerance 1", {
    boost: { name: 2 },
    stemming: true,
    stopWords: true,
    tolerance: 1,
  }),
];

function describe(settings: string, choices: OramaChoices): SearchEngine {
  return { name: "orama", settings, rankers: ["orama"], build: (tools) => buildIndex(tools, choices) };
}

async function buildIndex(tools: Iterable<CatalogueTool>, choices: OramaChoices): Promise<EngineIndex> {
  const tokenizer = { stemming: choices.stemming, stopWords: choices.stopWords ? stopwords : [] };
  const database: AnyOrama = create({ schema, components: { tokenizer } });
  const names: string[] = [];
  const add = async (tool: CatalogueTool): Promise<void> => {
    await insert(database, { id: String(names.push(tool.name) - 1), ...readToolText(tool) });
  };
  for (const tool of tools) {
    await add(tool);
  }
  const { boost, tolerance = 0 } = choices;
  return {
    add,
    search: async (query, limit) => {
      // Threshold 1 asks for every document that has any of the words.
      const found = (await search(database, {
        term: query,
        limit,
        boost,
        tolerance,
        threshold: 1,
      })) as Results<unknown>;
      return found.hits.map(({ id }) => names[Number(id)] ?? "");
    },
  };
}
