import type { Scenario } from "../frame/client.ts";
import { finds, fiveTurns } from "../frame/five-turns.ts";
import { chatCompletions, messagesApi, strictServer, type UpstreamKind } from "../upstream/kinds.ts";
import { startConversation } from "./conversation.ts";

const model = "my-local-model";
/** Codex puts the tools of a server into a namespace, without hyphens, and the gateway flattens it for other models. */
const turns = fiveTurns((server, tool) => `mcp__${server}__${tool.replaceAll("-", "_")}`);

export const scenarios: readonly Scenario[] = [
  unknownModel("bridge", chatCompletions),
  unknownModel("native", messagesApi),
  unknownModel("bridge", messagesApi),
  unknownModel("native", strictServer),
];

/** Codex sends the definitions of all tools, and the gateway searches. */
function unknownModel(loader: "bridge" | "native", upstream: UpstreamKind): Scenario {
  return {
    setup: "unknown model",
    searcher: "gateway",
    route: { loader, inject: "always" },
    upstream,
    model,
    turns,
    start: (options) => startConversation(options, {}),
    expected: {
      execution: "injected",
      loader: upstream.takesReferences ? loader : "bridge",
      minFinds: finds,
      conversations: 1,
      maxBreaks: 0,
    },
  };
}
