import type { FunctionTool, GivenTool } from "./sdk-types.ts";

type AnthropicOptions = NonNullable<NonNullable<FunctionTool["providerOptions"]>[string]>;

/**
 * Moves a cache breakpoint from the deferred tools to the last tool that is always sent: Anthropic rejects one on a
 * deferred tool, and the tools before it are what it is meant to cache.
 */
export function moveBreakpoint(
  eager: readonly GivenTool[],
  deferred: readonly FunctionTool[],
): { readonly eager: readonly GivenTool[]; readonly deferred: readonly FunctionTool[] } {
  const breakpoint = deferred.map(breakpointOf).findLast((found) => found !== undefined);
  const last = eager.at(-1);
  if (breakpoint === undefined || last === undefined) return { eager, deferred };
  const free = deferred.map((tool) => (breakpointOf(tool) === undefined ? tool : withOptions(tool, {})));
  const isTaken = last.type !== "function" || breakpointOf(last) !== undefined;
  return { eager: isTaken ? eager : eager.with(-1, withOptions(last, breakpoint)), deferred: free };
}

function breakpointOf({ providerOptions }: FunctionTool): AnthropicOptions | undefined {
  const { cacheControl, cache_control = cacheControl } = providerOptions?.["anthropic"] ?? {};
  return cache_control == null ? undefined : { cacheControl: cache_control };
}

/** The tool with this breakpoint, or with none. */
function withOptions(tool: FunctionTool, breakpoint: AnthropicOptions): FunctionTool {
  const { cacheControl: _ours, cache_control: _theirs, ...rest } = tool.providerOptions?.["anthropic"] ?? {};
  return { ...tool, providerOptions: { ...tool.providerOptions, anthropic: { ...rest, ...breakpoint } } };
}
