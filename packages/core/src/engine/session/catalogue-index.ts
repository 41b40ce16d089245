import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import type { SearchIndex } from "../../11-search-call/search-index.ts";
import { serverOf, type Tool } from "../../tools/tool.ts";
import { inputSchemaOf } from "../../tools/wire-definition.ts";

/** A tool as an index takes it. */
export interface IndexedTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema?: unknown;
  readonly server?: string;
  readonly searchHint?: string;
}

/** An index that can be brought up to date with a catalogue. `ToolIndex` of `@toolcrib/search` implements it. */
export interface CatalogueIndex extends SearchIndex {
  readonly specificationVersion: "v1";
  /** Replaces the tools. Searches that start afterwards see the new ones. */
  sync(tools: readonly IndexedTool[]): unknown;
}

/** Creates an empty index. */
export type CreateIndex = () => CatalogueIndex;

/** What of a catalogue can be searched. */
export function indexedTools(plan: CataloguePlan): IndexedTool[] {
  return [...plan.byName.values()].flatMap((tool) => (tool.name === undefined ? [] : [indexedTool(tool, tool.name)]));
}

function indexedTool(tool: Tool, name: string): IndexedTool {
  const server = serverOf(tool);
  const hint = tool.searchHint ?? tool._meta?.["anthropic/searchHint"];
  return {
    name,
    ...(typeof tool.description === "string" ? { description: tool.description } : {}),
    input_schema: inputSchemaOf(tool),
    ...(server === undefined ? {} : { server }),
    ...(typeof hint === "string" ? { searchHint: hint } : {}),
  };
}
