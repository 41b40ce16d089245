import { jsonSchema, type ToolSet, tool, toolSearch } from "ai";
import { createToolSearchState } from "ai/internal";
import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";
import { readToolText } from "../catalogue/tool-text.ts";
import type { EngineIndex, SearchEngine } from "./search-engine.ts";

type Describe = (tool: CatalogueTool) => string;

const searchName = "search_of_the_benchmark";
const maxResults = 10;

/** The settings that were tried, the best first. `toolSearch` itself takes no others. */
export const aiSdkVariants: readonly SearchEngine[] = [
  describe("toolSearch() with arguments and their descriptions added to the descriptions", (catalogueTool) => {
    const { description, argumentNames, argumentDescriptions } = readToolText(catalogueTool);
    return `${description} ${argumentNames} ${argumentDescriptions}`;
  }),
  describe("toolSearch() with argument names added to the descriptions", (catalogueTool) => {
    const { description, argumentNames } = readToolText(catalogueTool);
    return `${description} ${argumentNames}`;
  }),
  describe("toolSearch() over names and descriptions", ({ description }) => description ?? ""),
];

function describe(settings: string, describeTool: Describe): SearchEngine {
  return { name: "ai-sdk", settings, rankers: ["ai-sdk"], build: (tools) => buildIndex(tools, describeTool) };
}

// The bound search tool is what a generation would call; binding it by hand leaves out the model and nothing else.
function buildIndex(tools: Iterable<CatalogueTool>, describeTool: Describe): EngineIndex {
  const toolSet: ToolSet = { [searchName]: toolSearch({ maxResults }) };
  const anySchema = jsonSchema({ type: "object" });
  let bound: ToolSet[string] | undefined;
  const add = (catalogueTool: CatalogueTool): void => {
    toolSet[catalogueTool.name] = {
      ...tool({ description: describeTool(catalogueTool), inputSchema: anySchema, outputSchema: anySchema }),
      deferLoading: true,
    };
    bound = undefined;
  };
  for (const catalogueTool of tools) {
    add(catalogueTool);
  }
  return {
    add,
    search: async (query, limit) => {
      bound ??= createToolSearchState({ tools: toolSet, toolCallers: undefined })(toolSet)?.[searchName];
      const found = await bound?.execute?.({ query }, { toolCallId: "bench", messages: [], context: {} });
      return (found as { tools: { name: string }[] }).tools.slice(0, limit).map(({ name }) => name);
    },
  };
}
