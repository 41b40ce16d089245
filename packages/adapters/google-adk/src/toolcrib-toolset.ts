import { type BaseTool, BaseToolset, isBaseTool, isBaseToolset, type ReadonlyContext } from "@google/adk";
import { CoreError, type Tool } from "@toolcrib/core";
import { type AdapterOptions, CatalogueCache, checkToolList, readOnce } from "@toolcrib/core/adapters";
import { deferredTool, OwnTool, SearchTool } from "./own-tools.ts";
import { transcriptOf } from "./transcript.ts";

/** Options for `ToolcribToolset`. Everything has a default. */
export type ToolcribOptions = AdapterOptions;

/**
 * Defers tools: pass them, and toolsets, to this toolset instead of to the agent. What is loaded is read from the
 * contents of each request, so a session service, another process or a new run continues with the same tools.
 */
export class ToolcribToolset extends BaseToolset {
  readonly #sources: readonly (BaseTool | BaseToolset)[];
  readonly #catalogues: CatalogueCache;

  constructor(tools: readonly (BaseTool | BaseToolset)[], options: ToolcribOptions = {}) {
    super([]);
    const isTool = (tool: unknown) => isBaseTool(tool) || isBaseToolset(tool);
    this.#sources = [...checkToolList(tools, isTool, "an array of tools and toolsets of the ADK")];
    this.#catalogues = new CatalogueCache(options);
  }

  override async getTools(context?: ReadonlyContext): Promise<BaseTool[]> {
    const lists = this.#sources.map(async (source) => (isBaseToolset(source) ? source.getTools(context) : [source]));
    const tools = (await Promise.all(lists)).flat();
    if (tools.some((tool) => tool instanceof OwnTool)) {
      throw new CoreError("applied_twice", { adapter: "@toolcrib/google-adk" });
    }
    const catalogue = this.#catalogues.get(tools.flatMap(catalogueTool));
    const deferred = catalogue.deferred(tools);
    const skillTools = catalogue.skillTools.map((definition) => {
      const { name = "" } = definition;
      return new OwnTool(definition, async ({ args, toolContext }) => {
        const contents = toolContext.invocationContext.session.events.flatMap(({ content }) => content ?? []);
        return { result: (await catalogue.answerSkill(name, args, transcriptOf(contents))).text };
      });
    });
    return [
      ...catalogue.eager([...tools, ...skillTools]),
      new SearchTool(catalogue, deferred),
      ...deferred.map((tool) => deferredTool(tool, catalogue.searchTool.name)),
    ];
  }

  override async close(): Promise<void> {
    await Promise.all(this.#sources.filter(isBaseToolset).map((toolset) => toolset.close()));
  }
}

/** What has no declaration changes requests in its own way, as Google's built-in tools do, and is never deferred. */
const catalogueTool = readOnce((tool: BaseTool): readonly (Tool & { readonly name: string })[] => {
  const declaration = tool._getDeclaration();
  if (declaration === undefined) return [];
  // Some tools add to their description there, such as the note that a call takes long.
  const { parametersJsonSchema, parameters, description = tool.description } = declaration;
  const input_schema = parametersJsonSchema ?? parameters ?? { type: "object", properties: {} };
  return [{ name: tool.name, description, input_schema }];
});
