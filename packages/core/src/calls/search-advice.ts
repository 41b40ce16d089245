import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";

/** How error messages advise a model to search: with a tool that it has. */
export interface SearchAdvice {
  readonly toolName: string;
  /** The argument that finds a tool by its name, as text; absent if the search's input is unknown. */
  readonly argumentFor?: ((name: string) => string) | undefined;
}

const serverSearches: readonly SearchAdvice[] = [
  { toolName: "tool_search_tool_regex", argumentFor: (name) => `the pattern "${name}"` },
  { toolName: "tool_search_tool_bm25", argumentFor: (name) => `the query "${name}"` },
];

/** The search tool of a request: the one that takes `select:`, one of the API's own, or none. */
export function searchAdviceFor(plan: CataloguePlan, searchToolName: string): SearchAdvice | undefined {
  if (plan.byName.has(searchToolName)) {
    return { toolName: searchToolName, argumentFor: (name) => `the query "select:${name}"` };
  }
  return serverSearches.find(({ toolName }) => plan.byName.has(toolName));
}

/** The call that loads a tool, as text; undefined if the model has no search. */
export function describeLoading(advice: SearchAdvice | undefined, name: string): string | undefined {
  if (advice === undefined) return undefined;
  const { toolName, argumentFor } = advice;
  return argumentFor === undefined ? toolName : `${toolName} with ${argumentFor(name)}`;
}
