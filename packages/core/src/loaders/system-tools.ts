import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import type { WireTool } from "../tools/tool.ts";
import type { Loader } from "./loader.ts";
import { markedTools } from "./tool-lists.ts";

/** For models that take tools in the middle of a conversation of Chat Completions, as Kimi K3 does. Only found tools reach the wire. */
export const systemToolsLoader: Loader = {
  specificationVersion: "v1",
  name: "system-tools",
  summary: "adds found tools to a chat in a system message with tools, where they are found",
  defers: true,
  keepsPrefix: true,
  dialects: ["openai-chat"],
  definitionsIn: "upstream",
  loading: "message",
  tools: ({ plan }) => plan.derive(rewrittenTools),
};

/** The server does not know the marks of deferred tools, so a list that came with them must not go up as it came. */
function rewrittenTools(plan: CataloguePlan): readonly WireTool[] {
  return markedTools(plan).map((tool) => (tool.defer_loading === true ? { ...tool } : tool));
}
