import type { Sandbox } from "@toolcrib/code";
import type { Loader } from "@toolcrib/core/loaders";
import type { PolicyRule } from "@toolcrib/core/policy";
import type { SkillLibrary } from "@toolcrib/core/skills";
import type { UserTokens } from "@toolcrib/mcp";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import type { Embedder, LanguageReader, Ranker } from "@toolcrib/search";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { Store } from "@toolcrib/store";
import type { Hono } from "hono";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { CallerUser } from "../contracts/caller-user.ts";
import type { ClientDialect } from "../contracts/client-dialect.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { ToolsetConnection, ToolsetServers } from "../contracts/toolset.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { Upstream } from "../contracts/upstream.ts";
import type { AdminSources } from "../http/admin/admin-api.ts";
import type { RefusedRequest } from "../http/create-listener.ts";
import type { McpHandler } from "../http/mcp-door.ts";
import type { FindPage } from "../http/pages.ts";
import type { ConfiguredUrl } from "../plan/mcp-toolsets/configured-name.ts";
import type { ListeningAddress } from "./listen.ts";

/** Options of a gateway besides its config. Everything has a default. */
export interface GatewayOptions {
  /** Creates the request handler for a config; called again when the config changes. */
  readonly createAnswerRequest?: ((config: ResolvedConfig) => AnswerRequest) | undefined;
  /** Additional loaders; the config refers to them by name. */
  readonly loaders?: readonly Loader[] | undefined;
  /** Dialects that clients may speak besides the Messages API. */
  readonly dialects?: readonly ClientDialect[] | undefined;
  /** Model endpoints besides those of the config; routes refer to them by name. */
  readonly upstreams?: readonly Upstream[] | undefined;
  /** Additional rankers; `settings.ranker` refers to them by name. */
  readonly rankers?: readonly Ranker[] | undefined;
  /** Embeds texts for search. Default: the table that ships with the search package; `null`: keyword search only. */
  readonly embedder?: Embedder | null | undefined;
  /** Reads queries and descriptions in other languages than English, such as `createLanguages()`. Default: none. */
  readonly languages?: LanguageReader | undefined;
  /** Opens MCP servers for requests, replacing the gateway's own. The caller closes it. */
  readonly toolsetServers?: ToolsetServers | undefined;
  /** Run programs that call tools, instead of the engines that are installed. The caller closes them. */
  readonly sandboxes?: readonly Sandbox[] | undefined;
  /** Keeps what outlives a request: stored responses, hidden turns and what search learned. Default: `store` of the config. The caller closes it. */
  readonly store?: Store | undefined;
  /** Trace sinks besides those of the config. */
  readonly sinks?: readonly TraceSink[] | undefined;
  /** Data about MCP servers and their tools for the admin API. */
  readonly admin?: AdminSources | undefined;
  /** Finds a configured MCP server that requests may use by name, for the user of the request if it has one; undefined if there is none. */
  readonly findMcpServer?: ((name: string, user?: CallerUser) => ToolsetConnection | undefined) | undefined;
  /** The configured MCP servers that use the login of each user. */
  readonly userServers?: (() => readonly UserServerEntry[]) | undefined;
  /** Those of them that are reached by URL: the same rules apply to a request that names the URL itself. */
  readonly mcpServerUrls?: (() => readonly ConfiguredUrl[]) | undefined;
  /** Rules in the entries of these servers; they apply to their tools at every endpoint. Read when a config is loaded. */
  readonly mcpServerRules?: (() => readonly PolicyRule[]) | undefined;
  /** The files of the web page at `/studio`. */
  readonly pages?: FindPage | undefined;
  /** The MCP front, mounted at `/mcp` on sockets. */
  readonly mcpHandler?: McpHandler | undefined;
  /** Environment variables with the upstreams' keys. Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Additional texts to redact, besides the secrets of the config. Read when a config is loaded. */
  readonly secrets?: (() => readonly string[]) | undefined;
  /** Called when a request outside the model endpoints and `/mcp` is answered with an error on a socket: an unknown path, a missing key. */
  readonly onRefused?: ((refused: RefusedRequest) => void) | undefined;
  /** Called with unexpected problems. Default: standard error. */
  readonly reportProblem?: ReportProblem | undefined;
  readonly createRequestId?: (() => string) | undefined;
  readonly startTimer?: StartTimer | undefined;
  readonly random?: (() => number) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** A gateway. */
export interface Gateway {
  /** All endpoints on web standards, for tests and other runtimes; without `/mcp`. */
  readonly app: Hono;
  /** The config in use, with its defaults. */
  readonly config: ResolvedConfig;
  /** Gives the tokens of users for `userServers`; undefined if the gateway was made without that option. */
  readonly userTokens: UserTokens | undefined;
  /** The skills of the config in use. */
  readonly skills: SkillLibrary | undefined;
  /** Replaces the config for new requests; running requests keep theirs. Rejects, and changes nothing, if it is invalid. */
  reload(config: GatewayConfig): Promise<void>;
  /** Default: host and port of the config. */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<ListeningAddress>;
  /** Announces the end: `/readyz` answers with 503 and connections are not reused. Requests are still answered until `close`. */
  drain(): void;
  /** Stops listening and closes connections: immediately, or as their answers complete. Answers that outlast this time end with an error. */
  close(options?: { readonly drainMilliseconds?: number }): Promise<void>;
}
