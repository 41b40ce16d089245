import { createSearchTool, prepareRequest } from "@toolcrib/core";
import { EngineMemory } from "@toolcrib/core/engine";
import { type Case, settingsOf } from "./case.ts";
import { makeConversation, makeTools } from "./synthetic-request.ts";
import { type Cost, collectGarbage, median, timed } from "./timing.ts";

const repetitions = 5;

/** What the first request costs, when nothing is known before: all tools are planned and all messages are read. */
export function measureFirstTurn({ form, messages, tools: toolCount }: Case): Cost {
  const tools = makeTools(toolCount);
  const history = makeConversation(messages, tools);
  const searchTool = createSearchTool();
  const costs = Array.from({ length: repetitions }, () => {
    // New objects, so that nothing remembered by identity helps.
    const fresh = structuredClone({ tools, messages: history });
    collectGarbage();
    const request = { model: "claude-sonnet-4-5", ...fresh, searchTool, settings: settingsOf(form) };
    return timed(() => prepareRequest(request, new EngineMemory()));
  });
  return {
    milliseconds: median(costs.map(({ milliseconds }) => milliseconds)),
    kilobytes: median(costs.map(({ kilobytes }) => kilobytes)),
  };
}
