import type { Scenario } from "../frame/client.ts";
import { finds, fiveTurns } from "../frame/five-turns.ts";
import { chatCompletions, messagesApi, strictServer, type UpstreamKind } from "../upstream/kinds.ts";
import { startConversation } from "./conversation.ts";
import { modelCatalogue } from "./model-catalogue.ts";

const model = "my-local-model";
/** Codex puts the tools of a server into a namespace, without hyphens, and the gateway flattens it for other models. */
const turns = fiveTurns((server, tool) => `mcp__${server}__${tool.replaceAll("-", "_")}`);

export const scenarios: readonly Scenario[] = [
  unknownModel("bridge", chatCompletions),
  unknownModel("native", messagesApi),
  unknownModel("bridge", messagesApi),
  unknownModel("native", strictServer),
  knownModel("bridge", chatCompletions),
  knownModel("native", messagesApi),
  knownModel("bridge", messagesApi),
  knownModel("native", strictServer),
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

/** Codex searches by itself and sends the definitions that it found; the gateway translates. */
function knownModel(loader: "bridge" | "native", upstream: UpstreamKind): Scenario {
  return {
    setup: "`model_catalog_json`",
    searcher: "client",
    route: { loader, inject: "off" },
    upstream,
    model,
    turns,
    start: (options) => startConversation(options, { catalogue: modelCatalogue(model) }),
    expected: { execution: "client-search", loader, minFinds: 0, conversations: 1, maxBreaks: 0 },
  };
}
