import type { Tool } from "@toolcrib/core";
import { deferredToolPlaceholder } from "@toolcrib/core/loaders";
import { oncePer } from "@toolcrib/shared/caches";
import { GatewayError } from "../errors/gateway-error.ts";
import { checkDeferredTool } from "./check-tool-entry.ts";

/** What the `tools` of a request contain, as far as its handling depends on it. */
export interface RequestCatalogue {
  readonly tools: readonly Tool[];
  readonly names: ReadonlySet<string>;
  /** The number of tools with `defer_loading`. */
  readonly deferredCount: number;
  /** The entries of the API's own search tools. */
  readonly searchEntries: readonly Tool[];
  readonly toolsets: readonly Tool[];
  /** Whether a placeholder stands for tools that the client holds back: then only the client knows all names. */
  readonly isLean: boolean;
}

const noTools: readonly Tool[] = [];

/** Analyses the tools of a request, and rejects what the API rejects. Cached by array. */
export function readCatalogue(given: readonly Tool[] | null | undefined): RequestCatalogue {
  return catalogueOf(given ?? noTools);
}

const catalogueOf = oncePer(makeCatalogue);

function makeCatalogue(tools: readonly Tool[]): RequestCatalogue {
  const names = new Set<string>();
  const searchEntries: Tool[] = [];
  const toolsets: Tool[] = [];
  let deferredCount = 0;
  let isLean = false;
  for (const [position, tool] of tools.entries()) {
    if (typeof tool !== "object" || tool === null) throw invalid("Input should be a valid list of tools");
    if (typeof tool.name === "string") {
      if (names.has(tool.name)) throw invalid("Tool names must be unique.");
      names.add(tool.name);
    }
    if (isSearchEntry(tool)) searchEntries.push(tool);
    else if (tool.type === "mcp_toolset") toolsets.push(tool);
    if (tool.defer_loading !== true) continue;
    checkDeferredTool(tool, position);
    deferredCount++;
    isLean ||= isPlaceholder(tool);
  }
  return { tools, names, deferredCount, searchEntries, toolsets, isLean };
}

/** Whether the entry is the API's own search tool, with or without a date. */
export function isSearchEntry(tool: Tool): boolean {
  return typeof tool.type === "string" && /^tool_search_tool_(?:regex|bm25)(?:_\d+)?$/.test(tool.type);
}

/** Whether a tool only keeps deferral active in a request: the client's placeholder, or the engine's. */
export function isPlaceholder(tool: { readonly name?: string }): boolean {
  return tool.name === deferredToolPlaceholder.name;
}

function invalid(problem: string): GatewayError {
  return new GatewayError("invalid_body", { field: "tools", problem });
}
