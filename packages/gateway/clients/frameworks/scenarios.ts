import type { Scenario, Searcher } from "../frame/client.ts";
import { finds, fiveTurns, type NameTool } from "../frame/five-turns.ts";
import type { ObservedScenario } from "../frame/observed-scenario.ts";
import type { Turn } from "../frame/turn.ts";
import { chatCompletions, messagesApi, type UpstreamKind } from "../upstream/kinds.ts";
import { type ProgramOptions, startProgram } from "./start-program.ts";
import { remoteFinds, remoteTurns } from "./turns.ts";

/** One way of using a framework. */
export interface FrameworkUse {
  /** What the program uses of the framework, for the report. */
  readonly title: string;
  readonly program: string;
  /** The conversation in the program. */
  readonly conversation: string;
  readonly api: ProgramOptions["api"];
  readonly nameOf: NameTool;
  readonly searcher: Searcher;
  /** Whether each turn ends with an object of a schema. */
  readonly givesObjects?: boolean;
  /** For frameworks that send other requests for some models. */
  readonly model?: string;
  /** Whether the model thinks before its answers. */
  readonly thinks?: boolean;
  /** How the answers come, if not both ways in one conversation. */
  readonly answers?: "whole" | "streamed";
  /** Whether the gateway calls the MCP server. */
  readonly usesRemoteServer?: boolean;
}

const unknownModel = "my-local-model";
const executions = {
  client: "client-search",
  hosted: "server-search",
  gateway: "injected",
  nobody: "passed-through",
} as const;
const routes: readonly (readonly ["bridge" | "native", UpstreamKind])[] = [
  ["bridge", chatCompletions],
  ["native", messagesApi],
];

/** On each upstream, five turns whole and then five streamed, or ten in one way. */
export function scenariosOf(uses: readonly FrameworkUse[]): readonly Scenario[] {
  return uses.flatMap((use) => routes.map(([loader, upstream]) => scenario(use, loader, upstream)));
}

function scenario(use: FrameworkUse, loader: "bridge" | "native", upstream: UpstreamKind): Scenario {
  const { title, program, conversation, api, searcher, usesRemoteServer = false, model = unknownModel } = use;
  const findsOfFive = usesRemoteServer ? remoteFinds : finds;
  return {
    setup: title,
    searcher,
    route: { loader: searcher === "nobody" ? "auto" : loader, inject: searcher === "gateway" ? "always" : "off" },
    upstream,
    model,
    usesRemoteServer,
    turns: [...turnsOf(use, "Ada"), ...turnsOf(use, "Grace")],
    start: (options) => startProgram(options, { program, conversation, api, wholeTurns: wholeTurnsOf(use) }),
    expected: {
      execution: usesRemoteServer ? "mcp-toolset" : executions[searcher],
      ...(searcher !== "nobody" && { loader }),
      minFinds: searcher === "nobody" ? 0 : 2 * findsOfFive,
      conversations: 1,
      maxBreaks: 0,
      ...(use.thinks === true && { check: checkThoughts }),
    },
  };
}

/** The client sends the model's thoughts back, if the upstream gives any. */
function checkThoughts({ scenario, upstream }: ObservedScenario): readonly string[] {
  const sent = JSON.stringify(upstream.bodies.at(-1));
  const isMissing = scenario.upstream.dialect === "anthropic" && !sent.includes('"type":"thinking","thinking"');
  return isMissing ? ["the model's thoughts are not sent back"] : [];
}

function wholeTurnsOf({ answers }: FrameworkUse): number {
  return answers === undefined ? 5 : answers === "whole" ? 10 : 0;
}

function turnsOf({ nameOf, usesRemoteServer, givesObjects }: FrameworkUse, person: string): readonly Turn[] {
  if (usesRemoteServer === true) return remoteTurns;
  return fiveTurns(nameOf, {
    person,
    ...(givesObjects === true && { formatAnswer: (answer) => JSON.stringify({ answer }) }),
  });
}
