import { ToolIndex } from "@toolcrib/search";
import { nearestNames } from "@toolcrib/shared/names";
import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { type DescribedTool, toolSignature } from "../signatures/tool-signature.ts";

/** What `search()` returns for each tool. */
export interface FoundTool {
  readonly name: string;
  readonly description: string;
  readonly signature: string;
}

/** The functions `search` and `describe` of a program. */
export interface ToolSearch {
  search(query: string, limit: number): Promise<readonly FoundTool[]>;
  /** Undefined if there is no such tool. */
  describe(name: string): Promise<FoundTool | undefined>;
}

const maxDescription = 300;

/** Searches tools by an index, for programs in one language. */
export function createToolSearch(
  tools: readonly DescribedTool[],
  language: ProgramLanguage = "javascript",
): ToolSearch {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const index = new ToolIndex();
  index.add(tools);
  const summarize = (tool: DescribedTool): FoundTool => ({
    name: tool.name,
    description: (tool.description ?? "").slice(0, maxDescription),
    signature: toolSignature(tool, language),
  });
  return {
    search: async (query, limit) => {
      await index.ready();
      const { hits, candidates } = await index.search(query, { limit });
      const names = [...hits, ...candidates].map(({ name }) => name).slice(0, limit);
      return names.flatMap((name) => byName.get(name) ?? []).map(summarize);
    },
    describe: async (name) => {
      const tool = byName.get(name);
      if (tool === undefined) return undefined;
      const { description = "", inputSchema, outputSchema } = tool;
      return { ...summarize(tool), description, inputSchema, outputSchema } as FoundTool;
    },
  };
}

/** An error that helps a program to find what it meant. */
export function unknownToolError(name: string, names: Iterable<string>): string {
  const nearest = nearestNames(name, names);
  return `There is no tool ${JSON.stringify(name.slice(0, 100))}.${nearest.length > 0 ? ` Nearest names: ${nearest.join(", ")}.` : ""}`;
}
