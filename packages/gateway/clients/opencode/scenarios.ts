import type { Scenario } from "../frame/client.ts";
import { finds, fiveTurns } from "../frame/five-turns.ts";
import { chatCompletions, messagesApi, strictServer, type UpstreamKind } from "../upstream/kinds.ts";
import { type OpencodeProvider, startConversation } from "./conversation.ts";

const turns = fiveTurns((server, tool) => `${server}_${tool}`);

export const scenarios: readonly Scenario[] = (["@ai-sdk/openai-compatible", "@ai-sdk/openai"] as const).flatMap(
  (provider) => [
    scenario(provider, "bridge", chatCompletions),
    scenario(provider, "native", messagesApi),
    scenario(provider, "bridge", messagesApi),
    scenario(provider, "native", strictServer),
  ],
);

/** opencode sends the definitions of all tools, and the gateway searches. */
function scenario(provider: OpencodeProvider, loader: "bridge" | "native", upstream: UpstreamKind): Scenario {
  const expectedLoader = upstream.takesReferences ? loader : "bridge";
  return {
    setup: `\`${provider}\``,
    searcher: "gateway",
    route: { loader, inject: "always" },
    upstream,
    model: "my-local-model",
    turns,
    start: (options) => startConversation(options, provider),
    expected: { execution: "injected", loader: expectedLoader, minFinds: finds, conversations: 1, maxBreaks: 0 },
  };
}
