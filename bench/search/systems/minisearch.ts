import { stopwords } from "@orama/stopwords/english";
import MiniSearch, { type Options } from "minisearch";
import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";
import { readToolText, type ToolText } from "../catalogue/tool-text.ts";
import type { EngineIndex, SearchEngine } from "./search-engine.ts";

interface MiniSearchDocument extends ToolText {
  readonly id: number;
}

type Choices = Pick<Options, "searchOptions" | "processTerm">;

const stopWords = new Set(stopwords);
const dropStopWords = (term: string): string | null => (stopWords.has(term.toLowerCase()) ? null : term.toLowerCase());
const fromFourLetters = (term: string): boolean => term.length > 3;
const nameAboveArguments = { name: 3, argumentNames: 0.5, argumentDescriptions: 0.5 };

/** The settings that were tried, the best first. */
export const miniSearchVariants: readonly SearchEngine[] = [
  describe("four fields, name ×3, arguments ×0.5, prefix from four letters, stop words dropped", {
    processTerm: dropStopWords,
    searchOptions: { boost: nameAboveArguments, prefix: fromFourLetters },
  }),
  describe("four fields, name ×2, prefix from four letters, stop words dropped", {
    processTerm: dropStopWords,
    searchOptions: { boost: { name: 2 }, prefix: fromFourLetters },
  }),
  describe("four fields, name ×2, stop words dropped", {
    processTerm: dropStopWords,
    searchOptions: { boost: { name: 2 } },
  }),
  describe("four fields, name ×2, prefix from four letters", {
    searchOptions: { boost: { name: 2 }, prefix: fromFourLetters },
  }),
  describe("four fields, name ×2", { searchOptions: { boost: { name: 2 } } }),
  describe("four fields, name ×2, prefix, fuzzy 0.2", {
    searchOptions: { boost: { name: 2 }, prefix: true, fuzzy: 0.2 },
  }),
];

function describe(settings: string, choices: Choices): SearchEngine {
  return { name: "minisearch", settings, rankers: ["minisearch"], build: (tools) => buildIndex(tools, choices) };
}

function buildIndex(tools: Iterable<CatalogueTool>, choices: Choices): EngineIndex {
  const index = new MiniSearch<MiniSearchDocument>({
    fields: ["name", "description", "argumentNames", "argumentDescriptions"],
    ...choices,
  });
  const names: string[] = [];
  const add = (tool: CatalogueTool): void => {
    index.add({ id: names.push(tool.name) - 1, ...readToolText(tool) });
  };
  for (const tool of tools) {
    add(tool);
  }
  return {
    add,
    search: (query, limit) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => names[id as number] ?? ""),
  };
}
