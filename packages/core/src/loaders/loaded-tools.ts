import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import type { Found } from "../06-found-tools/found-tools.ts";
import { GrowingList } from "../list/growing-list.ts";
import type { Tool, WireTool } from "../tools/tool.ts";

/** What a list of tools with found ones at its end is made from. */
export interface LoadedToolsQuestion {
  readonly plan: CataloguePlan;
  /** What stands before the found tools: for one catalogue and one form always the same array. */
  readonly before: readonly WireTool[];
  readonly found: Found;
  readonly define: (tool: Tool) => WireTool;
}

/**
 * Writes lists that end with the found tools, in the order found: by name, a new one could stand before an old one.
 * Remembers the last list, so that a turn costs the tools it found.
 */
export class LoadedTools {
  #before: readonly WireTool[] | undefined;
  #generation = -1;
  #read = 0;
  #tools = new GrowingList<WireTool>();

  list({ plan, before, found, define }: LoadedToolsQuestion): readonly WireTool[] {
    if (before !== this.#before || found.generation !== this.#generation) {
      this.#before = before;
      this.#generation = found.generation;
      this.#read = 0;
      this.#tools = new GrowingList();
      for (const tool of before) this.#tools.push(tool);
    }
    for (; this.#read < found.names.length; this.#read++) {
      const tool = plan.byName.get(found.names[this.#read] as string);
      if (tool !== undefined) this.#tools.push(define(tool));
    }
    return this.#tools.handOut();
  }
}
