import { ToolIndex } from "@toolcrib/search";
import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { SignatureWriter } from "../signatures/signature-writer.ts";
import type { DescribedTool } from "../signatures/tool-signature.ts";
import { byWrittenNames } from "./written-names.ts";

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

/** Finds the names of tools, the best first. */
export type FindTools = (query: string, limit: number) => Promise<readonly string[]>;

const maxDescription = 300;

/** Searches tools for programs in one language: by an index of its own, or by `find`. */
export function createToolSearch(
  tools: readonly DescribedTool[],
  language: ProgramLanguage = "javascript",
  find: FindTools = findByIndex(tools),
): ToolSearch {
  const byName = byWrittenNames(tools, language);
  const writer = new SignatureWriter(language);
  const described = new Map<DescribedTool, FoundTool>();
  const summarize = async (tool: DescribedTool): Promise<FoundTool> => ({
    name: tool.name,
    description: (tool.description ?? "").slice(0, maxDescription),
    signature: await writer.writeInTurn(tool),
  });
  return {
    search: async (query, limit) => {
      const names = await find(query, limit);
      const found: FoundTool[] = [];
      for (const tool of names.flatMap((name) => byName.get(name) ?? [])) found.push(await summarize(tool));
      return found;
    },
    describe: async (name) => {
      const tool = byName.get(name);
      if (tool === undefined) return undefined;
      // The same frozen object each time, so that a large schema is written once.
      const known = described.get(tool);
      if (known !== undefined) return known;
      const { description = "", inputSchema, outputSchema } = tool;
      const summary = await summarize(tool);
      const made = Object.freeze({ ...summary, description, inputSchema, outputSchema }) as FoundTool;
      described.set(tool, made);
      return made;
    },
  };
}

function findByIndex(tools: readonly DescribedTool[]): FindTools {
  const index = new ToolIndex();
  index.add(tools);
  return async (query, limit) => {
    await index.ready();
    const { hits, candidates } = await index.search(query, { limit });
    return [...hits, ...candidates].map(({ name }) => name).slice(0, limit);
  };
}
