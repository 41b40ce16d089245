import type { RouteConfig } from "../../src/config/gateway-config.ts";
import type { TraceRecord } from "../../src/contracts/trace.ts";
import type { UpstreamKind } from "../upstream/kinds.ts";
import type { InstalledClient } from "./install-client.ts";
import type { ObservedScenario } from "./observed-scenario.ts";
import type { RemoteServer } from "./remote-server.ts";
import type { Turn } from "./turn.ts";

/** A client that is installed from npm and run unmodified. To add one, write a file with this shape and list it in `clients.ts`. */
export interface Client {
  /** The heading of its results in docs/clients.md. */
  readonly name: string;
  /** The npm package whose version the report names. */
  readonly packageName: string;
  /** A folder with a package.json and a lock file of its own; clients may share one. */
  readonly folder: URL;
  readonly scenarios: readonly Scenario[];
}

/** One way of running a client through the gateway. */
export interface Scenario {
  /** How the client is set up, for the report. */
  readonly setup: string;
  readonly searcher: Searcher;
  /** The gateway's route for all models. */
  readonly route: Pick<RouteConfig, "loader" | "inject">;
  readonly upstream: UpstreamKind;
  readonly model: string;
  readonly turns: readonly Turn[];
  /** Whether the gateway calls an MCP server for the client. */
  readonly usesRemoteServer?: boolean;
  /** Starts the client's conversation, in which all turns take place. */
  readonly start: (options: StartOptions) => Promise<Conversation>;
  readonly expected: Expectations;
}

/** Who searches for tools: the client with a tool of its own, the gateway for a client that asks it to (`hosted`) or does not know, or nobody. */
export type Searcher = "client" | "hosted" | "gateway" | "nobody";

/** Without these a scenario could pass and prove nothing. */
interface Expectations {
  /** How the gateway answers every request that has tools. */
  readonly execution: TraceRecord["execution"];
  /** The loader of the last request with tools; any if undefined. */
  readonly loader?: string;
  /** How many searches in the gateway find something. */
  readonly minFinds: number;
  /** How many conversations the upstream sees: subagents and compactions start their own. */
  readonly conversations: number;
  /** How often the prefix may break within conversations. */
  readonly maxBreaks: number;
  /** Where it may break. Default: `tools`. */
  readonly breaksAt?: "tools" | "anywhere";
  /** Returns what else is wrong. */
  readonly check?: (observed: ObservedScenario) => readonly string[];
}

export interface StartOptions {
  readonly client: InstalledClient;
  /** The gateway's address, without a path. */
  readonly gatewayUrl: string;
  readonly model: string;
  readonly folders: ClientFolders;
  /** An MCP server over HTTP, if the scenario uses one. */
  readonly remoteServer?: RemoteServer;
}

/** Empty folders that are deleted after the scenario. */
export interface ClientFolders {
  /** For configuration and data of the client and of its MCP servers. */
  readonly root: string;
  readonly home: string;
  /** The folder that the client works in. */
  readonly project: string;
}

/** A conversation with a client. */
export interface Conversation {
  /** Runs one turn; the conversation continues from the previous turn. */
  ask(prompt: string): Promise<ClientAnswer>;
  close?(): Promise<void>;
}

/** What a client printed or returned at the end of a turn. */
export interface ClientAnswer {
  readonly text: string;
  /** Error lines, error events, an exit status other than 0. */
  readonly errors: readonly string[];
}
