import { compareNames } from "@toolcrib/shared/names";
import { serverOf, type Tool } from "../tools/tool.ts";
import { toolKey } from "../tools/tool-key.ts";

/**
 * The eager tools in the caller's order. Those of servers share the places that they have in it, sorted by name, because servers list
 * in any order. A cache breakpoint keeps its place, so that it covers as many tools as the caller meant it to.
 */
export function inWireOrder(tools: readonly Tool[]): readonly Tool[] {
  const places = tools.flatMap((tool, place) => (serverOf(tool) === undefined ? [] : [place]));
  const sorted = places
    .map((place) => tools[place] as Tool)
    .sort((left, right) => compareNames(toolKey(left), toolKey(right)));
  const ordered = [...tools];
  for (const [index, place] of places.entries()) {
    ordered[place] = withBreakpoint(sorted[index] as Tool, (tools[place] as Tool).cache_control);
  }
  return ordered;
}

function withBreakpoint(tool: Tool, breakpoint: unknown): Tool {
  if ((tool.cache_control ?? undefined) === (breakpoint ?? undefined)) return tool;
  const { cache_control: _own, ...rest } = tool;
  return breakpoint === undefined || breakpoint === null ? rest : { ...rest, cache_control: breakpoint };
}
