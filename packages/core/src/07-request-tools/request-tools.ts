import { loadedDefinition } from "../08-wire-fields/wire-fields.ts";
import type { Loader, LoaderQuestion } from "../loaders/loader.ts";
import type { Tool, WireTool } from "../tools/tool.ts";

/** What the `tools` of a request depend on. */
export interface RequestToolsQuestion extends LoaderQuestion {
  readonly loader: Loader;
  /** A deferred tool that must be called: it is put into the prompt. */
  readonly forced?: Tool | undefined;
}

/** Step 7. The tools of this request. What is there before a find stays, byte for byte, and in its place. */
export function requestTools({ loader, forced, ...question }: RequestToolsQuestion): readonly WireTool[] {
  const tools = loader.tools(question);
  return forced === undefined ? tools : withForcedTool(tools, forced);
}

/** A forced call costs one more tool in the prompt; the others stay deferred. */
function withForcedTool(tools: readonly WireTool[], forced: Tool): readonly WireTool[] {
  const definition = loadedDefinition(forced);
  const place = tools.findIndex(({ name }) => name === forced.name);
  return place === -1 ? [...tools, definition] : tools.with(place, definition);
}
