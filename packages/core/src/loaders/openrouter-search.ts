import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import type { WireTool } from "../tools/tool.ts";
import type { Loader } from "./loader.ts";
import { markedTools } from "./tool-lists.ts";

/** OpenRouter's own search, which runs there on any model. */
const searchEntry: WireTool = { type: "openrouter:tool_search" };

export const openRouterSearchLoader: Loader = {
  specificationVersion: "v1",
  name: "openrouter-search",
  summary: "sends tools deferred to OpenRouter, which searches and loads them itself, unseen",
  defers: true,
  keepsPrefix: true,
  dialects: ["openai-chat"],
  definitionsIn: "upstream",
  loading: "search",
  tools: ({ plan }) => plan.derive(searchedTools),
};

/** All tools that the caller gave: another search would be in the way. */
function searchedTools(plan: CataloguePlan): readonly WireTool[] {
  const given = new Set(plan.given.map(({ name }) => name));
  return [...markedTools(plan).filter(({ name }) => given.has(name)), searchEntry];
}
