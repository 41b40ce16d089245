import type { Scenario, Searcher } from "../frame/client.ts";
import {
  chatCompletions,
  messagesApi,
  messagesApiWithout,
  strictServer,
  type UpstreamKind,
} from "../upstream/kinds.ts";
import { checkCompaction } from "./check-compaction.ts";
import { startConversation } from "./conversation.ts";
import { finds, turns } from "./turns.ts";

// Claude Code sends other requests for other families of models.
const newest = "claude-opus-5-5";
const older = "claude-sonnet-4-5";
const unknown = "my-local-model";

const executions = { client: "client-search", gateway: "injected", nobody: "repaired" } as const;

export const scenarios: readonly Scenario[] = [
  scenario("native", "client", messagesApi, newest),
  scenario("native", "client", messagesApi, older),
  scenario("native", "client", messagesApiWithout("defer_loading"), newest),
  // The first request is accepted with deferred tools, the second one is not: the rest goes over the bridge.
  scenario("native", "client", messagesApiWithout("tool_reference"), newest, 1),
  scenario("native", "client", messagesApiWithout("output_config", "context_management"), newest),
  scenario("native", "client", strictServer, newest),
  scenario("bridge", "client", strictServer, newest),
  scenario("bridge", "client", strictServer, older),
  scenario("bridge", "client", strictServer, unknown),
  scenario("bridge", "client", chatCompletions, unknown),
  scenario("append", "client", strictServer, newest, finds),
  scenario("append", "client", chatCompletions, unknown, finds),
  scenario("native", "gateway", messagesApi, newest),
  scenario("native", "gateway", strictServer, newest),
  scenario("bridge", "gateway", strictServer, unknown),
  scenario("bridge", "gateway", chatCompletions, unknown),
  scenario("auto", "nobody", strictServer, newest),
];

function scenario(
  loader: NonNullable<Scenario["route"]["loader"]>,
  searcher: Exclude<Searcher, "hosted">,
  upstream: UpstreamKind,
  model: string,
  maxBreaks = 0,
): Scenario {
  const isSearching = String(searcher === "client");
  const expectedLoader = loader === "native" && !upstream.takesReferences ? "bridge" : loader;
  return {
    setup: `\`ENABLE_TOOL_SEARCH=${isSearching}\``,
    searcher,
    route: { loader, inject: searcher === "gateway" ? "always" : "off" },
    upstream,
    model,
    turns,
    start: (options) => startConversation(options, { ENABLE_TOOL_SEARCH: isSearching }),
    expected: {
      execution: executions[searcher],
      ...(loader !== "auto" && { loader: expectedLoader }),
      minFinds: searcher === "nobody" ? 0 : finds,
      conversations: 3,
      maxBreaks,
      check: checkCompaction,
    },
  };
}
