import type { Scenario } from "../frame/client.ts";
import { finds, fiveTurns } from "../frame/five-turns.ts";
import type { ObservedScenario } from "../frame/observed-scenario.ts";
import { type Turn, turnOf } from "../frame/turn.ts";
import { chatCompletions, messagesApi, strictServer, type UpstreamKind } from "../upstream/kinds.ts";
import { deskServer, deskTurns, foundByCodex, foundByGateway } from "./bare-descriptions.ts";
import { checkCompaction, compactedTurns, compactionLimit } from "./compaction.ts";
import { startConversation } from "./conversation.ts";
import { modelCatalogue } from "./model-catalogue.ts";

/** Codex tells the result of a subagent as soon as it is there. */
const subagentTurns: readonly Turn[] = [
  turnOf([
    {
      agent: [
        { search: "sum of two numbers" },
        { call: "mcp__everything__get_sum", input: { a: 8, b: 9 }, returns: "The sum of 8 and 9 is 17." },
        { say: "The sum of the subagent is 17." },
      ],
    },
    { wait: true, returns: "The sum of the subagent is 17." },
    { say: "The subagent is done." },
  ]),
];

type CodexLoader = "bridge" | "native";

const model = "my-local-model";
/** Codex puts the tools of a server into a namespace, without hyphens, and the gateway flattens it for other models. */
const turns = fiveTurns((server, tool) => `mcp__${server}__${tool.replaceAll("-", "_")}`);

const ways: readonly (readonly [CodexLoader, UpstreamKind])[] = [
  ["bridge", chatCompletions],
  ["native", messagesApi],
  ["bridge", messagesApi],
  ["native", strictServer],
];

export const scenarios: readonly Scenario[] = [
  ...ways.map(([loader, upstream]) => unknownModel(loader, upstream)),
  ...ways.map(([loader, upstream]) => knownModel(loader, upstream)),
  withSubagent(unknownModel("bridge", chatCompletions)),
  withSubagent(unknownModel("native", messagesApi)),
  withLateServer(unknownModel("bridge", chatCompletions)),
  withLateServer(unknownModel("native", messagesApi)),
  compacted(unknownModel("bridge", chatCompletions)),
  compacted(unknownModel("native", messagesApi)),
  bareDescriptions(unknownModel("bridge", chatCompletions), ["create_ticket", "list_tickets", "get_weather"]),
  bareDescriptions(knownModel("bridge", chatCompletions), ["create_ticket"]),
];

/** Codex sends the definitions of all tools, and the gateway searches. */
function unknownModel(loader: CodexLoader, upstream: UpstreamKind): Scenario {
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
      loader: loaderOn(upstream, loader),
      minFinds: finds,
      conversations: 1,
      maxBreaks: 0,
    },
  };
}

/** Codex searches by itself and sends the definitions that it finds; the gateway translates. */
function knownModel(loader: CodexLoader, upstream: UpstreamKind): Scenario {
  return {
    ...unknownModel(loader, upstream),
    setup: "`model_catalog_json`",
    searcher: "client",
    route: { loader, inject: "off" },
    start: (options) => startConversation(options, { catalogue: modelCatalogue(model) }),
    expected: {
      execution: "client-search",
      loader: loaderOn(upstream, loader),
      minFinds: finds,
      conversations: 1,
      maxBreaks: 0,
    },
  };
}

/** The same, but the first turn takes place before one of the servers is there. */
function withLateServer(scenario: Scenario): Scenario {
  return {
    ...scenario,
    setup: `${scenario.setup}, a server comes later`,
    start: (options) => startConversation(options, { firstServers: ["everything"] }),
  };
}

/**
 * The same until Codex compacts the conversation. It asks for the summary without its tools and puts its instructions into another
 * order afterwards, so the prefix breaks before and after.
 */
function compacted(scenario: Scenario): Scenario {
  return {
    ...scenario,
    setup: `${scenario.setup}, compaction`,
    turns: compactedTurns,
    start: (options) => startConversation(options, { compactionLimit }),
    expected: { ...scenario.expected, maxBreaks: 2, breaksAt: "anywhere", check: checkCompaction },
  };
}

/** The same with a subagent that searches and calls by itself. */
function withSubagent(scenario: Scenario): Scenario {
  return {
    ...scenario,
    setup: `${scenario.setup}, subagent`,
    turns: [...subagentTurns, ...scenario.turns],
    expected: { ...scenario.expected, minFinds: finds + 1, conversations: 2 },
  };
}

/** The same with a server whose descriptions say little: `findable` is what the searcher finds of three tools. */
function bareDescriptions(scenario: Scenario, findable: readonly string[]): Scenario {
  const isCodex = scenario.searcher === "client";
  const foundIn = isCodex ? foundByCodex : foundByGateway;
  const catalogue = isCodex ? { catalogue: modelCatalogue(model) } : {};
  return {
    ...scenario,
    setup: `${scenario.setup}, bare descriptions: finds ${findable.length} of 3`,
    turns: deskTurns(new Set(findable)),
    start: (options) => startConversation(options, { ...catalogue, servers: deskServer }),
    expected: {
      ...scenario.expected,
      minFinds: findable.length,
      check: (observed: ObservedScenario) => {
        const found = foundIn(observed);
        return found.join() === findable.join() ? [] : [`it finds ${found.join()} instead of ${findable.join()}`];
      },
    },
  };
}

function loaderOn({ takesReferences }: UpstreamKind, loader: CodexLoader): CodexLoader {
  return takesReferences ? loader : "bridge";
}
