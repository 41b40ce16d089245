import { type ProcessInputStepArgs, ToolSearchProcessor } from "@mastra/core/processors";
import { createTool, type Tool } from "@mastra/core/tools";
import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";
import { joinToolText, readToolText } from "../catalogue/tool-text.ts";
import type { EngineIndex, SearchEngine } from "./search-engine.ts";

type Describe = (tool: CatalogueTool) => string;

const maxResults = 10;

/** The settings that were tried, the best first. Fields can only be added through the description. */
export const mastraVariants: readonly SearchEngine[] = [
  describe("ToolSearchProcessor with split names, arguments and their descriptions added to the descriptions", (tool) =>
    joinToolText(readToolText(tool))),
  describe("ToolSearchProcessor with split names and argument names added to the descriptions", (tool) => {
    const { name, description, argumentNames } = readToolText(tool);
    return `${name} ${description} ${argumentNames}`;
  }),
  describe("ToolSearchProcessor over ids and descriptions", ({ description }) => description ?? ""),
];

function describe(settings: string, describeTool: Describe): SearchEngine {
  return { name: "mastra", settings, rankers: ["mastra"], build: (tools) => buildIndex(tools, describeTool) };
}

// The processor indexes its tools when it is made: there is no way to add one later.
async function buildIndex(catalogue: Iterable<CatalogueTool>, describeTool: Describe): Promise<EngineIndex> {
  const tools: Record<string, Tool> = {};
  for (const catalogueTool of catalogue) {
    tools[catalogueTool.name] = createTool({
      id: catalogueTool.name,
      description: describeTool(catalogueTool),
    }) as unknown as Tool;
  }
  const processor = new ToolSearchProcessor({ tools, search: { topK: maxResults } });
  const step = await processor.processInputStep(withoutConversation());
  const searchTool = step.tools.search_tools;
  return {
    search: async (query, limit) => {
      const found = (await searchTool.execute?.({ query }, {})) as { results: { name: string }[] };
      return found.results.slice(0, limit).map(({ name }) => name);
    },
  };
}

// Of a step, the processor reads the tools that are there already and tells the model how to search.
function withoutConversation(): ProcessInputStepArgs {
  return { tools: {}, messageList: { addSystem: () => undefined } } as unknown as ProcessInputStepArgs;
}
