import { Charset, Document, Encoder, Index, type IndexOptions, type Resolver } from "flexsearch";
import english from "flexsearch/lang/en";
import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";
import { joinToolText, readToolText, type ToolText } from "../catalogue/tool-text.ts";
import type { EngineIndex, SearchEngine } from "./search-engine.ts";

/** FlexSearch asks for numbers as identifiers. */
interface NumberedIndex {
  add(id: number, text: ToolText): void;
  search(query: string, limit: number): readonly number[];
}

const boosts: readonly (readonly [keyof ToolText, number])[] = [
  ["name", 2],
  ["description", 1],
  ["argumentNames", 1],
  ["argumentDescriptions", 1],
];

/** The settings that were tried, the best first. All ask for suggestions: without them every word must match. */
export const flexSearchVariants: readonly SearchEngine[] = [
  describe("one text, name first; whole words, its English preset, resolution 40", () =>
    openSingle({ tokenize: "strict", encoder: new Encoder(english), resolution: 40 })),
  describe("one text, name first; whole words", () => openSingle({ tokenize: "strict" })),
  describe("one text, name first; forward tokens", () => openSingle({ tokenize: "forward" })),
  describe("one text, name first; forward tokens, resolution 40", () =>
    openSingle({ tokenize: "forward", resolution: 40 })),
  describe("one text, name first; whole words, context", () =>
    openSingle({ tokenize: "strict", context: { resolution: 5, depth: 3, bidirectional: true } })),
  describe("one text, name first; whole words, LatinBalance, resolution 40", () =>
    openSingle({ tokenize: "strict", encoder: Charset.LatinBalance, resolution: 40 })),
  describe("four fields joined by its resolver, name ×2; whole words", () => openFields({ tokenize: "strict" })),
];

function describe(settings: string, open: () => NumberedIndex): SearchEngine {
  return {
    name: "flexsearch",
    settings: `${settings}, suggestions on`,
    rankers: ["flexsearch"],
    build: (tools) => fillIndex(tools, open()),
  };
}

function fillIndex(tools: Iterable<CatalogueTool>, index: NumberedIndex): EngineIndex {
  const names: string[] = [];
  const add = (tool: CatalogueTool): void => {
    index.add(names.push(tool.name) - 1, readToolText(tool));
  };
  for (const tool of tools) {
    add(tool);
  }
  return { add, search: (query, limit) => index.search(query, limit).map((id) => names[id] ?? "") };
}

function openSingle(options: IndexOptions): NumberedIndex {
  const index = new Index(options);
  return {
    add: (id, text) => void index.add(id, joinToolText(text)),
    search: (query, limit) => index.search(query, { limit, suggest: true }) as number[],
  };
}

function openFields(options: IndexOptions): NumberedIndex {
  const fields = boosts.map(([field]) => ({ field, ...options }));
  const index = new Document({ document: { id: "id", index: fields } } as never);
  return {
    add: (id, text) => void index.add({ id, ...text } as never),
    search: (query, limit) => {
      const [first, ...others] = boosts.map(([field, boost]) => ({ index, field, query, boost, suggest: true }));
      // The package's types do not follow a document search that is left unresolved.
      const unresolved = index.search({ ...first, resolve: false } as never) as unknown as Resolver;
      return unresolved.or(...(others as never[])).resolve({ limit }) as unknown as number[];
    },
  };
}
